import { expect, test } from 'vitest'
import { epubBytes, KNOWN_EPUBS } from '#server/formats/epub/testing-real-epubs.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { readTree, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { type Boundary, type CfiNode, cfiOfRange, rangeOfCfi } from '#contract/shapes/cfi.ts'

/** Of each book. */
const RANGES = 1000
const SEED = 7
const BOOKS = [
  'moby-dick.epub',
  'childrens-literature.epub',
  'wasteland-otf-obf.epub',
  'regime-anticancer-arabic.epub',
  'w3c-css-epub-text-underline-position.epub',
  'israelsailing.epub',
  'georgia-cfi.epub',
  'trees.epub',
  'sous-le-vent_svg-in-spine.epub',
  'pride-and-prejudice.epub',
].filter((name) => KNOWN_EPUBS.some(({ file }) => file === name))

interface BookNode extends CfiNode {
  parentNode: BookNode | null
  childNodes: BookNode[]
}

/** A stored chapter as nodes. Texts that follow each other are one, as a browser reads them. */
const nodeOf = (element: XmlNode): BookNode => {
  const childNodes: BookNode[] = []
  for (const child of element.children) {
    const last = childNodes.at(-1)
    if (typeof child !== 'string') childNodes.push(nodeOf(child))
    else if (last?.data === undefined) childNodes.push({ nodeType: 3, parentNode: null, childNodes: [], data: child })
    else childNodes[childNodes.length - 1] = { ...last, data: last.data + child }
  }
  const id = element.attributes.find(({ name }) => name === 'id')?.value ?? ''
  const node: BookNode = { nodeType: 1, parentNode: null, childNodes, id }
  for (const child of childNodes) child.parentNode = node
  return node
}

const allIn = (node: BookNode): BookNode[] => [node, ...node.childNodes.flatMap(allIn)]

// Without the test data this is the only test of the file, which Vitest would fail if it had none.
test.skipIf(BOOKS.length === 0)('there are books to read (epub/manifest.json in TEST_DATA)', () => {
  expect(BOOKS.length).toBeGreaterThan(5)
})

test.each(BOOKS)('a thousand ranges of %s, made to CFIs and back, are the same ranges', async (file) => {
  const { chapters } = await ingest(epubBytes(file))
  const documents = chapters.flatMap(({ xhtml, cfi }) => {
    const root = nodeOf(readTree(xhtml))
    const nodes = allIn(root)
    const texts = nodes.filter(({ data }) => data !== undefined)
    const byId = new Map(nodes.toReversed().map((node) => [node.id, node]))
    return texts.length > 0 ? [{ root, texts, byId, cfi }] : []
  })
  let state = SEED
  const below = (count: number) => (state = (state * 48_271) % 2_147_483_647) % count
  const one = <Item>(list: readonly Item[]) => list[below(list.length)] as Item
  const wrong: string[] = []
  for (let n = 0; n < RANGES; n += 1) {
    const { root, texts, byId, cfi } = one(documents)
    const from = below(texts.length)
    const [first, last] = [from, Math.min(from + below(40), texts.length - 1)].map((at) => texts[at] as BookNode)
    const [start, end] = [first, last].map((node) => ({ node, offset: below((node?.data?.length ?? 0) + 1) }))
    const range = { start, end } as Record<'start' | 'end', Boundary<BookNode>>
    const written = cfiOfRange(cfi, root, range)
    const read = rangeOfCfi(written, root, (id) => byId.get(id))
    const isSame = (side: 'start' | 'end') =>
      read?.[side].node === range[side].node && read[side].offset === range[side].offset
    if (!isSame('start') || !isSame('end')) wrong.push(written)
  }
  expect(wrong).toEqual([])
})
