import { words } from '#server/formats/epub/words.ts'
import { type Looks, nearestColour } from './inline.ts'
import { headingOfName, isBodyName, kindOfName } from './style-names.ts'
import type { StyleRole } from './word-styles.ts'
import { childOf, childrenOf, type OdfNode } from './odf-xml.ts'
import { COMPLEX, EAST_ASIAN, isOfComplex, isSaidEnglish } from './text-language.ts'

type Properties = Readonly<Record<string, string>>

interface Style {
  name: string
  parent: string | undefined
  /** Made by the program for what somebody did by hand, not by a style. */
  isAutomatic: boolean
  /** That of all text which names no other. */
  isUsual: boolean
  level: number | undefined
  list: string | undefined
  page: string | undefined
  text: Properties
  paragraph: Properties
  graphic: Properties
}

const MAX_PARENTS = 20

/** Reads the styles of an OpenDocument file: those with names, and those of what was done by hand. */
export const readOdfStyles = (parts: readonly (OdfNode | undefined)[]) => {
  const all = new Map<string, Style>()
  const lists = new Map<string, OdfNode>()
  let outline: OdfNode | undefined
  let defaults: Properties = {}
  for (const part of parts)
    for (const group of childrenOf(part)) {
      if (group.name !== 'office:styles' && group.name !== 'office:automatic-styles') continue
      for (const node of childrenOf(group)) {
        const { 'style:name': name = '', 'style:family': family = '' } = node.attributes
        if (node.name === 'text:list-style') lists.set(name, node)
        if (node.name === 'text:outline-style') outline = node
        if (node.name === 'style:default-style' && family === 'paragraph')
          defaults = childOf(node, 'style:text-properties')?.attributes ?? {}
        if (node.name === 'style:style') all.set(`${family} ${name}`, toStyle(node, group.name !== 'office:styles'))
      }
    }
  const chainOf = (family: string, name: string | undefined): Style[] => {
    const chain: Style[] = []
    let style = all.get(`${family} ${name ?? ''}`)
    while (style && chain.length < MAX_PARENTS) {
      chain.push(style)
      style = all.get(`${family} ${style.parent ?? ''}`)
    }
    return chain
  }
  const known = new Map<string, ReturnType<typeof resolve>>()
  const resolve = (family: string, name: string | undefined) => {
    const chain = chainOf(family, name)
    const merged = (part: 'text' | 'paragraph' | 'graphic', all = chain): Properties =>
      Object.assign({}, ...all.map((style) => style[part]).toReversed())
    const first = chain.find(({ isAutomatic }) => !isAutomatic)
    return {
      role: roleOf(chain, first?.name ?? name),
      text: merged('text'),
      /** What all text has is no look of this one. */
      looks: merged(
        'text',
        chain.filter(({ isUsual }) => !isUsual),
      ),
      paragraph: merged('paragraph'),
      graphic: merged('graphic'),
      list: chain.find(({ list }) => list !== undefined)?.list,
      page: chain[0]?.page ?? '',
    }
  }
  return {
    of: (family: 'paragraph' | 'text' | 'graphic', name: string | undefined) => {
      const key = `${family} ${name ?? ''}`
      const found = known.get(key) ?? resolve(family, name)
      known.set(key, found)
      return found
    },
    lists: lists as ReadonlyMap<string, OdfNode>,
    outline,
    defaults,
  }
}

export type OdfStyles = ReturnType<typeof readOdfStyles>

const toStyle = (node: OdfNode, isAutomatic: boolean): Style => {
  const { attributes } = node
  const level = Number(attributes['style:default-outline-level'] ?? 0)
  return {
    name: attributes['style:display-name'] ?? attributes['style:name'] ?? '',
    parent: attributes['style:parent-style-name'],
    isAutomatic,
    isUsual: attributes['style:name'] === 'Standard',
    level: level >= 1 && level <= 10 ? level : undefined,
    list: attributes['style:list-style-name'],
    page: attributes['style:master-page-name'],
    text: childOf(node, 'style:text-properties')?.attributes ?? {},
    paragraph: childOf(node, 'style:paragraph-properties')?.attributes ?? {},
    graphic: childOf(node, 'style:graphic-properties')?.attributes ?? {},
  }
}

const roleOf = (chain: readonly Style[], name: string | undefined): StyleRole => {
  for (const style of chain.filter(({ isAutomatic }) => !isAutomatic)) {
    const kind = kindOfName(style.name)
    if (kind !== undefined) return { kind }
    const level = headingOfName(style.name)
    if (level !== undefined) return { kind: 'heading', level }
  }
  const kind = chain.length === 0 && name !== undefined ? kindOfName(name) : undefined
  if (kind !== undefined) return { kind }
  const named = chain.find(({ isAutomatic }) => !isAutomatic)
  return named && !isBodyName(named.name) && !BUILT_IN.test(named.name)
    ? { kind: 'unknown', name: named.name }
    : { kind: 'text' }
}

const BUILT_IN =
  /^(?:heading|header.*|footer.*|index.*|frame contents|first line indent|hanging indent|text|addressee|sender)$/i

const OTHER_LETTERS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

/** A property by the letters of a text, as LibreOffice makes only those bold or italic that are chosen. */
const ofLetters = (of: Properties, name: string, value: string): (string | undefined)[] => {
  const others = [...(EAST_ASIAN.test(value) ? ['-asian'] : []), ...(COMPLEX.test(value) ? ['-complex'] : [])].map(
    (kind) => of[`style:${name}${kind}`] ?? of[`fo:${name}`],
  )
  return others.length === 0 || OTHER_LETTERS.test(value) ? [...others, of[`fo:${name}`]] : others
}

/** What properties of a text say of its looks. */
export const looksOfText = (of: Properties, value: string): Looks => {
  const isSet = (...names: string[]) => names.some((name) => !['none', undefined].includes(of[name]))
  const position = /^(super|sub|-?[\d.]+%)/.exec(of['style:text-position'] ?? '')?.[1] ?? ''
  const by = position === 'super' ? 1 : position === 'sub' ? -1 : Number.parseFloat(position)
  const font = of['style:font-name'] ?? of['fo:font-family'] ?? ''
  return {
    bold: ofLetters(of, 'font-weight', value).some((weight) => weight === 'bold' || Number(weight) >= 600),
    italic: ofLetters(of, 'font-style', value).some((style) => style === 'italic' || style === 'oblique'),
    dotted: isSet('style:text-emphasize'),
    strike: isSet('style:text-line-through-style', 'style:text-line-through-type'),
    underline: isSet('style:text-underline-style', 'style:text-underline-type'),
    raised: by > 0 ? 'sup' : by < 0 ? 'sub' : undefined,
    capitals:
      of['fo:font-variant'] === 'small-caps'
        ? 'small-caps'
        : of['fo:text-transform'] === 'uppercase'
          ? 'caps'
          : undefined,
    marked: nearestColour(of['fo:background-color'] ?? '') !== undefined,
    colour: nearestColour(of['fo:color'] ?? ''),
    typed: /\bmono\b|^(?:courier|consolas|menlo|monaco)/i.test(font.replaceAll("'", '')),
  }
}

const TAG = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i

const IN_EAST_ASIAN = words('ja ko yue zh')

/** The language of a text; of letters of the other two kinds only what the text itself or its style says. */
export const languageOfText = (value: string, own: Properties, defaults: Properties): string | undefined => {
  if (!/\p{L}/u.test(value)) return undefined
  const kind = EAST_ASIAN.test(value) ? '-asian' : COMPLEX.test(value) ? '-complex' : ''
  const from = kind === '' ? { ...defaults, ...own } : own
  // Pandoc states every language as one of Latin letters.
  const misplaced = own['fo:language'] ?? ''
  const isMisplaced = kind === '-asian' ? IN_EAST_ASIAN.has(misplaced) : kind === '-complex' && isOfComplex(misplaced)
  if (isMisplaced) return languageOfText('a', own, {})
  const prefix = kind === '' ? 'fo' : 'style'
  const language =
    from[`${prefix}:language${kind}`] ?? (kind === '-asian' ? defaults['style:language-asian'] : undefined)
  if (language === undefined || language === 'none' || language === 'zxx') return undefined
  // A country that is said of another language is none of this one.
  const said = own[`${prefix}:language${kind}`] === undefined ? from : own
  const country = said[`${prefix}:country${kind}`] || 'none'
  const tag = said[`style:rfc-language-tag${kind}`] ?? (country === 'none' ? language : `${language}-${country}`)
  return TAG.test(tag) && !isSaidEnglish(value, tag) ? tag : undefined
}
