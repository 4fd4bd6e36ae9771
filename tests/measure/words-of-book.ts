import { attributeOf, descendantsOf, readTree, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { createWords, inItem, LINE, NOTHING_SAID, numberAs, type Said, withMark, type Word } from './annotated-words.ts'
import { layCells } from './words-of-source.ts'

const MARKS: Readonly<Record<string, string>> = {
  em: 'em',
  i: 'em',
  strong: 'strong',
  b: 'strong',
  s: 's',
  del: 's',
  strike: 's',
  sup: 'sup',
  sub: 'sub',
  u: 'u',
  ins: 'u',
  code: 'code',
  tt: 'code',
}
const CLASSES: Readonly<Record<string, string>> = { 'small-caps': 'caps', smallcaps: 'caps', underline: 'u' }
const NO_CHAPTER = /(?:^|\/)(?:title|title_page|titlepage|nav|toc|cover)\.xhtml$/
const BLOCKS = new Set(['p', 'div', 'section', 'figure', 'figcaption', 'caption', 'dt', 'dd', 'li', 'aside', 'body'])

export interface ReadableBook {
  manifest: { direction: string | null; metadata: { languages: string[] } }
  chapters: { path: string; xhtml?: string; tree?: XmlNode }[]
}

/** The words of a published book as its readers get them, with what its elements say of them. */
export const wordsOfBook = ({ chapters, manifest }: ReadableBook): Word[] => {
  const words = createWords()
  const book = manifest.metadata.languages[0]?.split('-')[0] ?? ''
  const all = chapters.map(({ path, xhtml = '', tree }) => ({ path, root: tree ?? readTree(xhtml) }))
  const notes = new Map<string, XmlNode>()
  const seen = new Set<XmlNode>()
  const ids = new Map<string, XmlNode>()
  for (const { path, root } of all)
    for (const node of everyOf(root)) {
      const id = attributeOf(node, 'id')
      if (id !== undefined) ids.set(`${path}#${id}`, node)
    }
  for (const { root } of all)
    for (const link of descendantsOf(root, 'a')) {
      const to = linkOf(link)
      const target = ids.get(to)
      if (target && isReference(link)) {
        notes.set(to, target)
        seen.add(target)
      }
    }
  const children = (node: XmlNode, said: Said, path: string) => {
    for (const child of node.children) {
      if (typeof child === 'string') words.text(child, said)
      else if (!seen.has(child)) read(child, said, path)
    }
  }
  const read = (node: XmlNode, outer: Said, path: string): void => {
    const { name } = node
    const id = attributeOf(node, 'id')
    if (id !== undefined) words.place(`${path}#${id}`)
    const lang = attributeOf(node, 'lang')?.split('-')[0]
    const classes = (attributeOf(node, 'class') ?? '').split(' ')
    let said: Said = { ...outer }
    if (lang !== undefined) said = { ...said, lang: lang === book ? '' : lang }
    const dir = attributeOf(node, 'dir')
    if (dir !== undefined) said = { ...said, dir: dir === (manifest.direction ?? 'ltr') ? '' : dir }
    const mark = MARKS[name] ?? classes.map((one) => CLASSES[one]).find(Boolean)
    if (mark) said = withMark(said, mark)
    if (BLOCKS.has(name)) words.end()
    if (/^h[1-6]$/.test(name)) {
      words.end()
      children(node, { ...said, block: name }, path)
      return words.end()
    }
    if (name === 'br') return words.sign(LINE, said)
    if (name === 'hr') return words.sign('[rule]', said)
    if (name === 'math') return words.sign('[formula]', said)
    if (name === 'img') return words.sign(`[picture: ${attributeOf(node, 'alt') ?? ''}]`, said)
    if (/(?:foot|end)notes/.test(`${attributeOf(node, 'type')} ${attributeOf(node, 'epub:type')} ${classes}`)) return
    if (name === 'head' || name === 'rt' || name === 'nav') return
    if (name === 'pre') {
      for (const line of textOf(node).split('\n')) if (line.trim() !== '') words.sign(line, { ...said, block: 'pre' })
      return
    }
    if (name === 'blockquote') return children(node, { ...said, quote: `${said.quote}>` }, path)
    if (name === 'ol' || name === 'ul') return list(node, said, path)
    if (name === 'dt') return children(node, { ...said, block: 'dt' }, path)
    if (name === 'dd') return children(node, { ...said, list: `${said.list}dd` }, path)
    if (name === 'table') return table(node, said, path)
    if (name === 'a') {
      const to = linkOf(node)
      if (attributeOf(node, 'role') === 'doc-backlink') return
      const note = notes.get(to)
      if (note) {
        words.end()
        const own = attributeOf(note, 'lang')?.split('-')[0] ?? ''
        children(
          withoutBacklinks(note),
          { ...NOTHING_SAID, lang: own === book ? '' : own, block: 'p', note: 'note' },
          path,
        )
        return words.end()
      }
      return children(node, to === '' ? said : { ...said, link: to.includes('xhtml#') ? `#${to}` : to }, path)
    }
    if (name === 'sup' && descendantsOf(node, 'a').some((link) => notes.has(linkOf(link))))
      return children(node, outer, path)
    children(node, said, path)
    if (BLOCKS.has(name)) words.end()
  }
  const list = (node: XmlNode, said: Said, path: string) => {
    const isNumbered = node.name === 'ol'
    const type = attributeOf(node, 'type') ?? '1'
    let count = Number(attributeOf(node, 'start') ?? 1)
    for (const child of node.children) {
      if (typeof child === 'string') continue
      if (child.name !== 'li') {
        read(child, said, path)
        continue
      }
      count = Number(attributeOf(child, 'value') ?? count)
      const label = descendantsOf(child, 'span').find((one) => attributeOf(one, 'class') === 'label')
      const box = /^[☐☑☒]/.exec(textOf(child).trim())?.[0]
      const shown = label
        ? textOf(label).replace(/^\(|[.)]+$/g, '')
        : (box ?? (isNumbered ? numberAs(type, count) : '•'))
      words.end()
      const item = label ? without(child, label) : box ? withoutText(child, box) : child
      children(item, inItem(said, shown.replace('☒', '☑')), path)
      words.end()
      count += 1
    }
  }
  const table = (node: XmlNode, said: Said, path: string) => {
    for (const caption of descendantsOf(node, 'caption')) read(caption, said, path)
    const isOwn = (row: XmlNode) =>
      !descendantsOf(node, 'table').some((inner) => descendantsOf(inner, 'tr').includes(row))
    const rows = descendantsOf(node, 'tr').filter(isOwn)
    const head = new Set(descendantsOf(node, 'thead').flatMap((one) => descendantsOf(one, 'tr')))
    const cells = rows.map((row) => row.children.filter((one): one is XmlNode => typeof one !== 'string'))
    const span = (cell: XmlNode, name: string) => Number(attributeOf(cell, name) ?? 1)
    const spans = cells.map((row) =>
      row.map((cell) => ({ rowspan: span(cell, 'rowspan'), colspan: span(cell, 'colspan') })),
    )
    layCells(spans, (row, at, cell) => {
      words.end()
      const one = cells[row]?.[at]
      const isHead = rows[row] && (head.has(rows[row]) || one?.name === 'th')
      if (one) read({ ...one, name: 'div' }, { ...said, block: 'p', cell: `${isHead ? 'head ' : ''}${cell}` }, path)
      words.end()
    })
  }
  for (const { path, root } of all) {
    words.place(path)
    if (!NO_CHAPTER.test(path)) read(root, { ...NOTHING_SAID, block: 'p' }, path)
  }
  return words.list()
}

const linkOf = (node: XmlNode) => attributeOf(node, 'data-book-to') ?? attributeOf(node, 'data-book-out') ?? ''
const isReference = (node: XmlNode) =>
  node.attributes.some(({ name, value }) => name === 'type' && value === 'noteref') ||
  attributeOf(node, 'epub:type') === 'noteref'
const everyOf = (node: XmlNode): XmlNode[] => [
  node,
  ...node.children.flatMap((child) => (typeof child === 'string' ? [] : everyOf(child))),
]
const without = (node: XmlNode, one: XmlNode): XmlNode => ({
  ...node,
  children: node.children
    .filter((child) => child !== one)
    .map((child) => (typeof child === 'string' ? child : without(child, one))),
})
const withoutBacklinks = (node: XmlNode): XmlNode => {
  const back = descendantsOf(node, 'a').find(
    (one) => attributeOf(one, 'role') === 'doc-backlink' || attributeOf(one, 'class') === 'footnote-back',
  )
  return back ? without(node, back) : node
}
const withoutText = (node: XmlNode, text: string): XmlNode => {
  let isDone = false
  const cut = (one: XmlNode): XmlNode => ({
    ...one,
    children: one.children.map((child) => {
      if (isDone) return child
      if (typeof child !== 'string') return cut(child)
      if (child.includes(text)) isDone = true
      return child.replace(text, '')
    }),
  })
  return cut(node)
}
