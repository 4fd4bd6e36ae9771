import { childOf, childrenOf, isOn, isSet, valueOf, type WordNode } from './word-xml.ts'
import { headingOfName, isBodyName, type NamedKind, kindOfName } from './style-names.ts'

/** What a style means for a book. */
export type StyleRole =
  | { kind: 'heading'; level: number }
  | { kind: NamedKind | 'text' }
  | { kind: 'unknown'; name: string }

interface Style {
  name: string
  parent: string | undefined
  isCustom: boolean
  paragraph: ReadonlyMap<string, WordNode>
  run: ReadonlyMap<string, WordNode>
}

type Part = 'paragraph' | 'run'

const MAX_PARENTS = 20
const BODY_LEVEL = 9
const NOTHING: ReadonlyMap<string, WordNode> = new Map()

export const propertiesIn = (node: WordNode | undefined): ReadonlyMap<string, WordNode> =>
  node ? new Map(childrenOf(node).map((child) => [child.name, child])) : NOTHING

/** The styles of a Word file. Their names are English in files of any language, their ids are not. */
export const readStyles = (styles: WordNode | undefined) => {
  const all = new Map<string, Style>()
  let normal: string | undefined
  for (const node of childrenOf(styles)) {
    const id = node.attributes['w:styleId']
    if (node.name !== 'w:style' || id === undefined) continue
    if (node.attributes['w:type'] === 'paragraph' && isSet(node.attributes['w:default'])) normal = id
    all.set(id, {
      name: valueOf(childOf(node, 'w:name')) ?? id,
      parent: valueOf(childOf(node, 'w:basedOn')),
      isCustom: isSet(node.attributes['w:customStyle']),
      paragraph: propertiesIn(childOf(node, 'w:pPr')),
      run: propertiesIn(childOf(node, 'w:rPr')),
    })
  }
  const roleOf = (id: string | undefined): StyleRole => {
    let at = id
    for (let step = 0; at !== undefined && step < MAX_PARENTS; step += 1) {
      const style: Style | undefined = all.get(at)
      const name = style?.name ?? at
      const heading = headingOfName(name)
      if (heading !== undefined) return { kind: 'heading', level: heading }
      const kind = kindOfName(name)
      if (kind !== undefined) return { kind }
      const level = levelOf(style?.paragraph.get('w:outlineLvl'))
      if (level !== undefined && level < BODY_LEVEL) return { kind: 'heading', level: level + 1 }
      at = style?.parent
    }
    const own = all.get(id ?? '')
    return own?.isCustom && !isBodyName(own.name) ? { kind: 'unknown', name: own.name } : { kind: 'text' }
  }
  const roles = new Map<string | undefined, StyleRole>()
  const merged = {
    paragraph: new Map<string, ReadonlyMap<string, WordNode>>(),
    run: new Map<string, ReadonlyMap<string, WordNode>>(),
  }
  /** The properties of a style over those of the styles that it is based on. */
  const propertiesOf = (id: string | undefined, part: Part, steps = MAX_PARENTS): ReadonlyMap<string, WordNode> => {
    const style = id === undefined ? undefined : all.get(id)
    if (!style || id === undefined || steps === 0) return NOTHING
    const known = merged[part].get(id)
    if (known) return known
    const inherited = propertiesOf(style.parent, part, steps - 1)
    const properties = new Map([...inherited, ...style[part]])
    const list = listOver(style[part].get('w:numPr'), inherited.get('w:numPr'))
    if (list) properties.set('w:numPr', list)
    merged[part].set(id, properties)
    return properties
  }
  return {
    roleOf: (id: string | undefined): StyleRole => {
      const role = roles.get(id) ?? roleOf(id)
      roles.set(id, role)
      return role
    },
    propertiesOf: (id: string | undefined, part: Part) => propertiesOf(id ?? normal, part),
    /** What all text has that names no style of its own. */
    defaults: (part: Part) => propertiesOf(normal, part),
    language: childOf(styles, 'w:docDefaults', 'w:rPrDefault', 'w:rPr', 'w:lang')?.attributes ?? {},
  }
}

export type Styles = ReturnType<typeof readStyles>

/** What text or a style says of its list and level, with what is said of the other one below it. */
export const listOver = (own: WordNode | undefined, below: WordNode | undefined): WordNode | undefined =>
  own && below ? { ...own, children: [...own.children, ...below.children] } : (own ?? below)

/** The value of a property that counts levels from 0; undefined if it is no digit. */
export const levelOf = (node: WordNode | undefined): number | undefined => {
  const value = valueOf(node)
  return value !== undefined && /^\d$/.test(value) ? Number(value) : undefined
}

/** Whether a property is on: in the text itself, or where that says nothing, by an odd number of styles. */
export const isToggled = (name: string, own: WordNode | undefined, styles: readonly ReadonlyMap<string, WordNode>[]) =>
  own ? isOn(own) : styles.filter((style) => isOn(style.get(name))).length % 2 === 1
