import { childOf, childrenOf, valueOf, type WordNode } from './word-xml.ts'

/** What a style means for a book. */
export type StyleRole =
  | { kind: 'heading'; level: number }
  | { kind: 'title' | 'subtitle' | 'author' | 'contents' | 'quote' | 'code' | 'text' }
  | { kind: 'unknown'; name: string }

/** What character styles say of the looks of text that a book keeps. */
const LOOKS = ['w:b', 'w:i', 'w:strike', 'w:vertAlign'] as const

interface Style extends Record<(typeof LOOKS)[number], WordNode | undefined> {
  name: string
  parent: string | undefined
  outlineLevel: number | undefined
  /** How it aligns its paragraphs. */
  alignment: string | undefined
  isCustom: boolean
  /** The list that it gives to its paragraphs. */
  numbering: WordNode | undefined
}

const KINDS: readonly [RegExp, 'title' | 'subtitle' | 'author' | 'contents' | 'quote' | 'code'][] = [
  [/^title$/, 'title'],
  [/^subtitle$/, 'subtitle'],
  [/^author$/, 'author'],
  [/^(?:toc \d|toc heading|contents \d|contents heading|table of figures)$/, 'contents'],
  [/^(?:intense )?quote$|^block text$|^quotations$/, 'quote'],
  [/^(?:source code|html preformatted|preformatted text|macro|code|verbatim char|html code|source text)$/, 'code'],
]
const MAX_PARENTS = 20
const BODY_LEVEL = 9

/** The styles of a Word file. Their names are English in files of any language, their ids are not. */
export const readStyles = (styles: WordNode | undefined) => {
  const all = new Map<string, Style>()
  for (const node of childrenOf(styles)) {
    const id = node.attributes['w:styleId']
    if (node.name !== 'w:style' || id === undefined) continue
    const look = (name: string) => childOf(node, 'w:rPr', name)
    all.set(id, {
      name: valueOf(childOf(node, 'w:name')) ?? id,
      parent: valueOf(childOf(node, 'w:basedOn')),
      outlineLevel: levelOf(childOf(node, 'w:pPr', 'w:outlineLvl')),
      numbering: childOf(node, 'w:pPr', 'w:numPr'),
      alignment: valueOf(childOf(node, 'w:pPr', 'w:jc')),
      ...{ 'w:b': look('w:b'), 'w:i': look('w:i'), 'w:strike': look('w:strike'), 'w:vertAlign': look('w:vertAlign') },
      isCustom: node.attributes['w:customStyle'] === '1',
    })
  }
  const roleOf = (id: string | undefined): StyleRole => {
    let at = id
    for (let step = 0; at !== undefined && step < MAX_PARENTS; step += 1) {
      const style: Style | undefined = all.get(at)
      const name = (style?.name ?? at).toLowerCase().trim()
      const heading = /^heading ?([1-9])$/.exec(name)?.[1]
      if (heading !== undefined) return { kind: 'heading', level: Number(heading) }
      const kind = KINDS.find(([names]) => names.test(name))?.[1]
      if (kind !== undefined) return { kind }
      if (style?.outlineLevel !== undefined && style.outlineLevel < BODY_LEVEL)
        return { kind: 'heading', level: style.outlineLevel + 1 }
      at = style?.parent
    }
    const own = all.get(id ?? '')
    return own?.isCustom ? { kind: 'unknown', name: own.name } : { kind: 'text' }
  }
  /** The nearest style, from this one on to those that it is based on, that has a property. */
  const styleWith = (
    property: 'numbering' | 'alignment' | (typeof LOOKS)[number],
    id: string | undefined,
  ): Style | undefined => {
    let style = all.get(id ?? '')
    for (let step = 0; style && !style[property] && step < MAX_PARENTS; step += 1) style = all.get(style.parent ?? '')
    return style
  }
  const numberingOf = (id: string | undefined): WordNode | undefined => styleWith('numbering', id)?.numbering
  const alignmentOf = (id: string | undefined): string | undefined => styleWith('alignment', id)?.alignment
  const looksOf = (id: string | undefined): WordNode[] => LOOKS.flatMap((name) => styleWith(name, id)?.[name] ?? [])
  const language = childOf(styles, 'w:docDefaults', 'w:rPrDefault', 'w:rPr', 'w:lang')?.attributes ?? {}
  return { roleOf, numberingOf, alignmentOf, looksOf, language }
}

export type Styles = ReturnType<typeof readStyles>

/** Of a property that counts from 0. */
export const levelOf = (node: WordNode | undefined): number | undefined => {
  const value = valueOf(node)
  return value !== undefined && /^\d$/.test(value) ? Number(value) : undefined
}
