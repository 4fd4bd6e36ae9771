import {
  createWords,
  inItem,
  LINE,
  NOTHING_SAID,
  numberAs,
  type Said,
  withMark,
  type Word,
  type Words,
} from './annotated-words.ts'

/** A node of pandoc's JSON: https://hackage.haskell.org/package/pandoc-types, version 1.22. */
interface Node {
  t: string
  c?: never
}
type Attr = [id: string, classes: string[], pairs: [string, string][]]
type Cell = [Attr, unknown, rows: number, columns: number, Node[]]
type Row = [Attr, Cell[]]

const MARKS: Readonly<Record<string, string>> = {
  Emph: 'em',
  Strong: 'strong',
  Strikeout: 's',
  Superscript: 'sup',
  Subscript: 'sub',
  Underline: 'u',
  SmallCaps: 'caps',
}
const TYPES: Readonly<Record<string, string>> = { LowerAlpha: 'a', UpperAlpha: 'A', LowerRoman: 'i', UpperRoman: 'I' }

/** The words of a document in pandoc's JSON, with what it says of them. */
export const wordsOfSource = (json: string): Word[] => {
  const { meta, blocks } = JSON.parse(json) as { meta: { lang?: { c: { c: string }[] } }; blocks: Node[] }
  const words = createWords()
  const book = meta.lang?.c.map(({ c }) => c).join('') ?? ''
  readBlocks(words, blocks, { ...NOTHING_SAID, block: 'p' }, book.split('-')[0] ?? '')
  return words.list()
}

const readBlocks = (words: Words, blocks: readonly Node[], said: Said, book: string): void => {
  const withAttr = ([id, , pairs]: Attr, within: Said): Said => {
    if (id !== '') words.place(id)
    const of = (name: string) => pairs.find(([one]) => one === name)?.[1]
    const lang = of('lang')?.split('-')[0]
    return {
      ...within,
      lang: lang === undefined ? within.lang : lang === book ? '' : lang,
      dir: (of('dir') ?? within.dir).replace('ltr', ''),
    }
  }
  const inlines = (nodes: readonly Node[], within: Said): void => nodes.forEach((node) => inline(node, within))
  const inline = ({ t, c = [] as never }: Node, within: Said): void => {
    const content = c as unknown as [never, Node[], [string, string]]
    if (t === 'Str') return words.text(c, within)
    if (t === 'Space' || t === 'SoftBreak') return words.text(' ', within)
    if (t === 'LineBreak') return words.sign(LINE, within)
    if (MARKS[t]) return inlines(c, withMark(within, MARKS[t]))
    if (t === 'Code') return words.text(content[1] as unknown as string, withMark(within, 'code'))
    if (t === 'Quoted') {
      const sign = (content[0] as Node).t === 'SingleQuote' ? "'" : '"'
      words.text(sign, within)
      inlines(content[1], within)
      return words.text(sign, within)
    }
    if (t === 'Cite') return inlines(content[1], within)
    if (t === 'Span') return inlines(content[1], withAttr(content[0], within))
    if (t === 'Link') return inlines(content[1], { ...within, link: addressOf(content[2][0]) })
    if (t === 'Image') return words.sign(`[picture: ${textOf(content[1])}]`, within)
    if (t === 'Math') return words.sign('[formula]', within)
    if (t === 'Note') {
      words.end()
      blocksOf(c, { ...NOTHING_SAID, lang: '', block: 'p', note: 'note' })
    }
  }
  const item = (blocks: Node[], sign: string, within: Said) => blocksOf(blocks, inItem(within, sign))
  const block = ({ t, c = [] as never }: Node, within: Said): void => {
    words.end()
    const content = c as unknown as [never, never, never, never, never, never]
    if (t === 'Para' || t === 'Plain') {
      const [only] = c as Node[]
      const [, alt, [, title]] = (only?.t === 'Image' ? only.c : [[], [], ['', '']]) as unknown as [
        Attr,
        Node[],
        [string, string],
      ]
      inlines(c, within)
      words.end()
      if (title.startsWith('fig:') && (c as Node[]).length === 1) inlines(alt, within)
    } else if (t === 'Header') {
      const inside = withAttr(content[1], { ...within, block: `h${content[0] as number}` })
      inlines(content[2], inside)
    } else if (t === 'LineBlock')
      (c as Node[][]).forEach((line, at, lines) => {
        if (at > 0 && line.length > 0 && lines[at - 1]?.length !== 0) words.sign(LINE, within)
        else words.end()
        inlines(line, within)
      })
    else if (t === 'CodeBlock') {
      for (const line of (content[1] as string).split('\n'))
        if (line.trim() !== '') words.sign(line, { ...within, block: 'pre' })
    } else if (t === 'BlockQuote') blocksOf(c, { ...within, quote: `${within.quote}>` })
    else if (t === 'OrderedList') {
      const [start, style] = content[0] as unknown as [number, Node]
      const type = TYPES[style.t] ?? '1'
      ;(content[1] as Node[][]).forEach((one, at) => item(one, numberAs(type, start + at), within))
    } else if (t === 'BulletList') {
      for (const one of c as Node[][]) {
        const box = /^[☐☒]/.exec(textOf(one).trim())?.[0]
        item(box ? withoutBox(one) : one, box ? box.replace('☒', '☑') : '•', within)
      }
    } else if (t === 'DefinitionList')
      for (const [term, definitions] of c as unknown as [Node[], Node[][]][]) {
        inlines(term, { ...within, block: 'dt' })
        for (const definition of definitions) blocksOf(definition, { ...within, list: `${within.list}dd` })
      }
    else if (t === 'HorizontalRule') words.sign('[rule]', within)
    else if (t === 'Div') blocksOf(content[1], withAttr(content[0], within))
    else if (t === 'Table') table(content, within)
  }
  const table = (content: unknown[], within: Said) => {
    const [, [, caption], , [, head], bodies, [, foot]] = content as [
      Attr,
      [unknown, Node[]],
      unknown,
      [Attr, Row[]],
      [Attr, number, Row[], Row[]][],
      [Attr, Row[]],
    ]
    blocksOf(caption, within)
    const rows: [Row, boolean][] = [
      ...head.map((row): [Row, boolean] => [row, true]),
      ...bodies.flatMap(([, , inner, all]) => [...inner, ...all].map((row): [Row, boolean] => [row, false])),
      ...foot.map((row): [Row, boolean] => [row, false]),
    ]
    layCells(
      rows.map(([[, cells]]) => cells.map(([, , rowspan, colspan]) => ({ rowspan, colspan }))),
      (row, at, cell) =>
        blocksOf(rows[row]?.[0][1][at]?.[4] ?? [], { ...within, cell: `${rows[row]?.[1] ? 'head ' : ''}${cell}` }),
    )
  }
  const blocksOf = (nodes: readonly Node[], within: Said) => nodes.forEach((node) => block(node, within))
  blocksOf(blocks, said)
}

/** Calls for each cell with its place in the grid, as `r1 c2` or `r1 c2 1x2`. */
export const layCells = (
  rows: { rowspan: number; colspan: number }[][],
  say: (row: number, at: number, cell: string) => void,
): void => {
  const taken = new Set<string>()
  rows.forEach((cells, row) => {
    let column = 0
    cells.forEach(({ rowspan, colspan }, at) => {
      while (taken.has(`${row} ${column}`)) column += 1
      for (let down = 0; down < rowspan; down += 1)
        for (let right = 0; right < colspan; right += 1) taken.add(`${row + down} ${column + right}`)
      say(row, at, `r${row + 1} c${column + 1}${rowspan > 1 || colspan > 1 ? ` ${rowspan}x${colspan}` : ''}`)
    })
  })
}

const addressOf = (address: string) =>
  address.startsWith('#') ? address : new URL(address, 'https://example.org/').href

const withoutBox = (blocks: Node[]): Node[] => {
  const [first, ...others] = blocks
  return first ? [{ ...first, c: (first.c as unknown as Node[]).slice(1) as never }, ...others] : []
}

const textOf = (node: unknown): string => {
  if (Array.isArray(node)) return node.map(textOf).join('')
  const { t, c } = (node ?? {}) as Node
  if (t === undefined) return ''
  return t === 'Space' || t === 'SoftBreak'
    ? ' '
    : typeof c === 'string'
      ? c
      : t === 'Link' || t === 'Span'
        ? textOf(c?.[1])
        : textOf(c ?? '')
}
