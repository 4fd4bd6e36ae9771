import { NAMESPACES } from '#server/formats/epub/read-xml.ts'
import type { XmlNode } from '#server/formats/epub/xml-tree.ts'
import { toAttributes } from './content.ts'
import { childOf, childrenOf, type WordNode, wordsIn } from './word-xml.ts'

/** An equation of Word as MathML; undefined for one with parts that are not known here. */
export const ommlToMathml = (equation: WordNode, isBlock: boolean): XmlNode | undefined => {
  try {
    return math('math', { display: isBlock ? 'block' : undefined }, rowOf(equation))
  } catch (error) {
    if (error instanceof UnknownPartError) return undefined
    throw error
  }
}

class UnknownPartError extends Error {}

const math = (
  name: string,
  attributes: Record<string, string | undefined>,
  children: XmlNode['children'],
): XmlNode => ({
  namespace: NAMESPACES.mathml,
  name,
  attributes: toAttributes(attributes),
  children,
})
const row = (children: XmlNode[]): XmlNode => math('mrow', {}, children)
const operator = (text: string, attributes: Record<string, string> = {}) => math('mo', attributes, [text])

const LEFT_OUT =
  /^w:(?:del|moveFrom|proofErr|perm(?:Start|End)|(?:bookmark|(?:comment|moveFrom|moveTo|customXml\w+)Range)(?:Start|End))$/

/** Properties, which are read with what they are of, and what is not in the text. */
const isLeftOut = (node: WordNode) =>
  node.name.endsWith('Pr') || LEFT_OUT.test(node.name) || childOf(node, 'w:commentReference') !== undefined

const rowOf = (node: WordNode | undefined): XmlNode[] =>
  childrenOf(node)
    .filter((child) => !isLeftOut(child))
    .flatMap(convert)
const part = (node: WordNode, name: string): XmlNode => row(rowOf(childOf(node, name)))

/** The character that a property names. */
const sign = (node: WordNode, properties: string, name: string, otherwise: string): string =>
  childOf(node, properties, name)?.attributes['m:val'] ?? otherwise

/** Whether a property is there and not switched off. */
const isOnIn = (node: WordNode, properties: string, name: string): boolean => {
  const property = childOf(node, properties, name)
  return property !== undefined && !['0', 'off', 'false'].includes(property.attributes['m:val'] ?? '')
}

const SIDES = [
  ['m:hideTop', 'top'],
  ['m:hideBot', 'bottom'],
  ['m:hideLeft', 'left'],
  ['m:hideRight', 'right'],
] as const
const STROKES = [
  ['m:strikeBLTR', 'updiagonalstrike'],
  ['m:strikeTLBR', 'downdiagonalstrike'],
  ['m:strikeH', 'horizontalstrike'],
  ['m:strikeV', 'verticalstrike'],
] as const

const CONVERT: Readonly<Record<string, (node: WordNode) => XmlNode[]>> = {
  'm:oMath': rowOf,
  'w:ins': rowOf,
  'w:moveTo': rowOf,
  'm:r': (node) => {
    const style = sign(node, 'm:rPr', 'm:sty', 'i')
    const script = sign(node, 'm:rPr', 'm:scr', 'roman')
    const alphabet = ALPHABETS[script] ?? ALPHABETS[style]
    const words = wordsIn(node)
    if (childOf(node, 'm:rPr', 'm:nor')) return words === '' ? [] : [math('mtext', {}, [words])]
    if (style === 'p' && script === 'roman') return tokens(words, PLAIN)
    return tokens(alphabet ? words.replace(/[A-Za-z]/g, (letter) => letterIn(alphabet, letter)) : words, TOKEN)
  },
  'm:f': (node) => {
    const type = sign(node, 'm:fPr', 'm:type', 'bar')
    if (type === 'lin' || type === 'skw') return [part(node, 'm:num'), operator('/'), part(node, 'm:den')]
    return [
      math('mfrac', { linethickness: type === 'noBar' ? '0' : undefined }, [part(node, 'm:num'), part(node, 'm:den')]),
    ]
  },
  'm:sSup': (node) => [math('msup', {}, [part(node, 'm:e'), part(node, 'm:sup')])],
  'm:sSub': (node) => [math('msub', {}, [part(node, 'm:e'), part(node, 'm:sub')])],
  'm:sSubSup': (node) => [math('msubsup', {}, [part(node, 'm:e'), part(node, 'm:sub'), part(node, 'm:sup')])],
  'm:sPre': (node) => [
    math('mmultiscripts', {}, [
      part(node, 'm:e'),
      math('mprescripts', {}, []),
      part(node, 'm:sub'),
      part(node, 'm:sup'),
    ]),
  ],
  'm:rad': (node) => {
    const degree = rowOf(childOf(node, 'm:deg'))
    return degree.length === 0 || isOnIn(node, 'm:radPr', 'm:degHide')
      ? [math('msqrt', {}, [part(node, 'm:e')])]
      : [math('mroot', {}, [part(node, 'm:e'), row(degree)])]
  },
  'm:nary': (node) => {
    const symbol = operator(sign(node, 'm:naryPr', 'm:chr', '∫'))
    const isBeside = sign(node, 'm:naryPr', 'm:limLoc', 'subSup') === 'subSup'
    const limits = [part(node, 'm:sub'), part(node, 'm:sup')]
    return [math(isBeside ? 'msubsup' : 'munderover', {}, [symbol, ...limits]), part(node, 'm:e')]
  },
  'm:d': (node) => {
    const between = operator(sign(node, 'm:dPr', 'm:sepChr', '|'), { separator: 'true' })
    const parts = childrenOf(node)
      .filter(({ name }) => name === 'm:e')
      .map((one) => row(rowOf(one)))
    const fence = (text: string) => (text === '' ? [] : [operator(text, { fence: 'true' })])
    const inside = parts.flatMap((one, at) => (at === 0 ? [one] : [between, one]))
    return [
      row([...fence(sign(node, 'm:dPr', 'm:begChr', '(')), ...inside, ...fence(sign(node, 'm:dPr', 'm:endChr', ')'))]),
    ]
  },
  'm:m': (node) => [
    tableOf(
      childrenOf(node)
        .filter(({ name }) => name === 'm:mr')
        .map((line) => childrenOf(line).filter(({ name }) => name === 'm:e')),
    ),
  ],
  'm:eqArr': (node) => [
    math(
      'mtable',
      { displaystyle: 'true' },
      childrenOf(node)
        .filter(({ name }) => name === 'm:e')
        .map((one) => math('mtr', {}, alignedCells(rowOf(one)))),
    ),
  ],
  'm:func': (node) => [part(node, 'm:fName'), operator('\u2061'), part(node, 'm:e')],
  'm:limLow': (node) => [math('munder', {}, [part(node, 'm:e'), part(node, 'm:lim')])],
  'm:limUpp': (node) => [math('mover', {}, [part(node, 'm:e'), part(node, 'm:lim')])],
  'm:acc': (node) => [
    math('mover', { accent: 'true' }, [part(node, 'm:e'), operator(sign(node, 'm:accPr', 'm:chr', '\u0302'))]),
  ],
  'm:bar': (node) => [
    sign(node, 'm:barPr', 'm:pos', 'bot') === 'top'
      ? math('mover', {}, [part(node, 'm:e'), operator('¯')])
      : math('munder', {}, [part(node, 'm:e'), operator('_')]),
  ],
  'm:groupChr': (node) => [
    math(sign(node, 'm:groupChrPr', 'm:pos', 'bot') === 'top' ? 'mover' : 'munder', {}, [
      part(node, 'm:e'),
      operator(sign(node, 'm:groupChrPr', 'm:chr', '⏟')),
    ]),
  ],
  'm:box': (node) => [part(node, 'm:e')],
  'm:borderBox': (node) => {
    const isSet = (name: string) => isOnIn(node, 'm:borderBoxPr', name)
    const sides = SIDES.filter(([hidden]) => !isSet(hidden)).map(([, side]) => side)
    const strokes = STROKES.filter(([name]) => isSet(name)).map(([, stroke]) => stroke)
    const notation = [...(sides.length === SIDES.length ? ['box'] : sides), ...strokes].join(' ')
    const inside = part(node, 'm:e')
    return [notation === '' ? inside : math('menclose', { notation }, [inside])]
  },
  // Most are shown, and only take less room.
  'm:phant': (node) => {
    const isShown = childOf(node, 'm:phantPr', 'm:show') === undefined || isOnIn(node, 'm:phantPr', 'm:show')
    return [isShown ? part(node, 'm:e') : math('mphantom', {}, [part(node, 'm:e')])]
  },
}

const isSign = (node: XmlNode, sign: string) => node.name === 'mo' && node.children[0] === sign

/** The parts of an equation between its points of alignment (`&`). A number follows it after `#`. */
const alignedCells = (parts: XmlNode[]): XmlNode[] => {
  const cells: XmlNode[][] = [[]]
  for (const one of parts) {
    if (isSign(one, '&')) cells.push([])
    else cells.at(-1)?.push(isSign(one, '#') ? math('mspace', { width: '2em' }, []) : one)
  }
  if (cells.length === 1) return [math('mtd', {}, cells[0] ?? [])]
  return cells.map((cell, at) => math('mtd', { columnalign: at % 2 === 0 ? 'right' : 'left' }, cell))
}

const convert = (node: WordNode): XmlNode[] => {
  const known = Object.hasOwn(CONVERT, node.name) ? CONVERT[node.name] : undefined
  if (!known) throw new UnknownPartError(node.name)
  return known(node)
}

const tableOf = (lines: WordNode[][]): XmlNode =>
  math(
    'mtable',
    {},
    lines.map((line) =>
      math(
        'mtr',
        {},
        line.map((cell) => math('mtd', {}, rowOf(cell))),
      ),
    ),
  )

interface Alphabet {
  /** The code points of its capital and its small A. */
  from: readonly [capital: number, small: number]
  /** Letters that have another place. */
  others: Readonly<Record<string, string>>
}

/** Letters of formulas by the names that Word gives to their styles. */
const ALPHABETS: Readonly<Record<string, Alphabet | undefined>> = {
  b: { from: [0x1d400, 0x1d41a], others: {} },
  bi: { from: [0x1d468, 0x1d482], others: {} },
  'double-struck': {
    from: [0x1d538, 0x1d552],
    others: { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
  },
  script: {
    from: [0x1d49c, 0x1d4b6],
    others: { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' },
  },
  fraktur: { from: [0x1d504, 0x1d51e], others: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' } },
}

const letterIn = ({ from: [capital, small], others }: Alphabet, letter: string): string => {
  const code = letter.codePointAt(0) ?? 0
  const isSmall = letter >= 'a'
  return others[letter] ?? String.fromCodePoint(isSmall ? small + code - 0x61 : capital + code - 0x41)
}

const TOKEN = /(?<number>\d+(?:[.,]\d+)*)|(?<name>\p{L}\p{M}*)|(?<space>\s+)|(?<sign>[^])/gu
/** The names of functions have several letters. */
const PLAIN = /(?<number>\d+(?:[.,]\d+)*)|(?<name>(?:\p{L}\p{M}*)+)|(?<space>\s+)|(?<sign>[^])/gu

/** Numbers, names and signs. Names of one letter are upright where others are. */
const tokens = (text: string, token: RegExp): XmlNode[] =>
  [...text.matchAll(token)].flatMap(({ groups: { number, name, sign: one } = {} }) => {
    if (number !== undefined) return [math('mn', {}, [number])]
    const mathvariant = token === PLAIN && name !== undefined && [...name].length === 1 ? 'normal' : undefined
    if (name !== undefined) return [math('mi', { mathvariant }, [name])]
    return one === undefined ? [] : [operator(one)]
  })
