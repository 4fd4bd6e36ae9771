import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { convertManuscript } from '#server/formats/epub/manuscript/convert-manuscript.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { descendantsOf, readTree, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { PNG } from '#server/testing/book-form.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { MISSING, unpackWritingTools, type WritingTools } from '#tests/writing-tools.ts'

const SOURCES = hasCases ? ['source-rich.md', 'source-mill.fodt', 'hev.md'] : []
/** What calibre writes: the newer kind, the older one, and both in one file. */
const KINDS = [
  ['book.azw3', []],
  ['old.mobi', ['--mobi-file-type', 'old']],
  ['both.mobi', ['--mobi-file-type', 'both']],
  ['book.fb2', []],
] as const

let tools: WritingTools | undefined
const folders: string[] = []
beforeAll(async () => {
  tools = await unpackWritingTools()
}, 600_000)
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** The source as an EPUB of pandoc, and as what calibre makes of that. */
const write = async ({ run }: WritingTools, source: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-measure-'))
  folders.push(folder)
  await writeFile(join(folder, source), caseFile(source))
  for (const name of ['boat.png', 'mill.png', 'cover.png']) await writeFile(join(folder, name), PNG)
  let document = source
  if (source.endsWith('.fodt')) {
    await run('soffice', ['--convert-to', 'odt', '--outdir', '.', source], folder)
    document = source.replace('.fodt', '.odt')
  }
  await run('pandoc', [document, '-s', '-o', 'p.epub', '--epub-cover-image=cover.png'], folder)
  const books = new Map<string, Buffer>()
  for (const [name, options] of KINDS) {
    await run('ebook-convert', ['p.epub', name, ...options], folder)
    books.set(name, await readFile(join(folder, name)))
  }
  return { original: await readFile(join(folder, 'p.epub')), books }
}

const INLINE = /^(?:a|b|i|em|strong|s|del|sub|sup|code|span|u|small|q|cite)$/
/** Without formulas and soft hyphens, which calibre leaves out of older books, its pages of contents, and the numbers of notes. */
const wordsIn = (node: XmlNode): string =>
  node.children
    .map((child) => {
      if (typeof child === 'string') return child
      if (['math', 'nav', 'head'].includes(child.name)) return ' '
      return INLINE.test(child.name) ? wordsIn(child) : ` ${wordsIn(child)} `
    })
    .join('')
const countWords = (trees: XmlNode[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of trees
    .map(wordsIn)
    .join(' ')
    .replaceAll('\u00AD', '')
    .toLowerCase()
    .match(/\p{L}[\p{L}\p{M}]*/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const readBook = async (epub: Buffer) => {
  const { chapters, manifest } = await ingest(epub)
  const trees = chapters.map(({ xhtml }) => readTree(xhtml))
  const links = trees.flatMap((tree) => descendantsOf(tree, 'a'))
  return {
    manifest,
    counts: countWords(trees),
    contents: manifest.contents.map(({ level, label }) => `${level} ${label}`),
    references: links.filter(({ attributes }) => attributes.some(({ value }) => value.endsWith('noteref'))).length,
  }
}

test.skipIf(!hasCases)('there are sources to write', () => {
  expect(SOURCES).toHaveLength(3)
})

test.for(SOURCES)(
  '%s is in the book of what calibre makes of it, word by word',
  { timeout: 600_000 },
  async (source, { skip }) => {
    if (!tools) return skip(MISSING)
    const { original, books } = await write(tools, source)
    const first = await readBook(original)
    for (const [fileName, bytes] of books) {
      const made = await convertManuscript({ fileName, bytes, words: {} })
      const again = await convertManuscript({ fileName, bytes, words: {} })
      expect(Buffer.from(made.epub).equals(Buffer.from(again.epub))).toBe(true)
      const book = await readBook(Buffer.from(made.epub))
      const lost = [...first.counts].filter(([word, count]) => (book.counts.get(word) ?? 0) < count)
      console.info(source, fileName, { lost, contents: book.contents.length, references: book.references })
      expect([fileName, lost]).toEqual([fileName, []])
      // FictionBooks of calibre have neither levels nor notes.
      if (fileName.endsWith('.fb2')) continue
      expect([fileName, book.contents]).toEqual([fileName, first.contents])
      expect([fileName, book.references]).toEqual([fileName, first.references])
      expect(book.manifest.direction).toBe(source === 'hev.md' ? 'rtl' : null)
      const [language] = first.manifest.metadata.languages
      // Calibre keeps the language alone, without its region.
      if (language) expect(book.manifest.metadata.languages).toEqual([language.split('-')[0]])
      // Of so small a picture calibre makes no older one.
      if (fileName !== 'book.azw3') continue
      expect(book.manifest.cover).toMatch(/cover/)
      const pictures = (paths: string[]) => paths.filter((path) => path.endsWith('.png')).length
      expect(pictures(book.manifest.resources.map(({ path }) => path))).toBeGreaterThanOrEqual(
        Math.min(2, pictures(first.manifest.resources.map(({ path }) => path))),
      )
    }
  },
)
