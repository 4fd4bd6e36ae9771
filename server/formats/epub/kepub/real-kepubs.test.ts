import { expect, test } from 'vitest'
import { decodeText } from '#server/formats/epub/decode-text.ts'
import { readDocumentTree } from '#server/formats/epub/html/read-document-tree.ts'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { epubBytes, KNOWN_EPUBS } from '#server/formats/epub/testing-real-epubs.ts'
import { attributeOf, descendantsOf, elementsOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { toKepub } from './to-kepub.ts'

const BOOKS = KNOWN_EPUBS.filter(({ layout }) => layout !== 'pre-paginated')

const isAdded = (node: XmlNode) => attributeOf(node, 'id') === 'kobostylehacks'
/** White space between the elements of HTML with a slip may be at another place. */
const wordsOf = (tree: XmlNode) => textOf(tree, isAdded).replace(/\s+/g, ' ').trim()
const all = (node: XmlNode): XmlNode[] => [node, ...elementsOf(node).flatMap(all)]
/** The ids and links of a document, in their order, without Kobo's own. */
const anchorsOf = (tree: XmlNode) =>
  all(tree)
    .flatMap(({ attributes }) => attributes)
    .filter(({ name }) => ['id', 'href', 'src'].includes(name))
    .map(({ value }) => value)
    .filter((value) => !/^(?:kobo\.\d+\.\d+|kobostylehacks|book-columns|book-inner)$/.test(value))

test.skipIf(BOOKS.length === 0)('there are books to make KEPUBs of', () => {
  expect(BOOKS.length).toBeGreaterThan(20)
})

test.each(BOOKS)(
  'the KEPUB of $file has its words, ids and links, and its other files',
  { timeout: 180_000 },
  async ({ file }) => {
    const bytes = epubBytes(file)
    const kepub = Buffer.from(await toKepub(bytes))
    expect(kepub.equals(await toKepub(bytes))).toBe(true)
    const [before, after] = [await openZip(bytes), await openZip(kepub)]
    expect(after.names.toSorted()).toEqual(before.names.toSorted())
    let chapters = 0
    for (const name of before.names) {
      const [source, made] = [before.read(name) ?? Buffer.alloc(0), after.read(name) ?? Buffer.alloc(0)]
      if (source.equals(made) || name === 'mimetype' || name.endsWith('.opf')) continue
      chapters += 1
      const [one, other] = [source, made].map((document) => readDocumentTree(decodeText(document))) as [
        XmlNode,
        XmlNode,
      ]
      expect([name, wordsOf(other)]).toEqual([name, wordsOf(one)])
      expect([name, anchorsOf(other)]).toEqual([name, anchorsOf(one)])
      expect(
        descendantsOf(other, 'body')
          .flatMap(elementsOf)
          .map((node) => attributeOf(node, 'id')),
      ).toEqual(['book-columns'])
    }
    // One has drawings for chapters.
    if (file !== 'w3c-cnt-svg-support.epub') expect(chapters).toBeGreaterThan(0)
  },
)
