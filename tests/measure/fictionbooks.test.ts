import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { convertManuscript } from '#server/formats/epub/manuscript/convert-manuscript.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { descendantsOf, elementsOf, readTree, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { PNG } from '#server/testing/book-form.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { MISSING, unpackWritingTools, type WritingTools } from '#tests/writing-tools.ts'

const SOURCES = ['ledger.md', 'tongues.md', ...(hasCases ? ['source-rich.md', 'source-mill.fodt'] : [])]

let tools: WritingTools | undefined
const folders: string[] = []
beforeAll(async () => {
  tools = await unpackWritingTools()
}, 600_000)
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** The source as FictionBooks of pandoc and calibre. */
const write = async ({ run }: WritingTools, source: string): Promise<Map<string, Buffer>> => {
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-measure-'))
  folders.push(folder)
  const bytes = source.startsWith('source-')
    ? caseFile(source)
    : await readFile(join(import.meta.dirname, 'sources', source))
  await writeFile(join(folder, source), bytes)
  for (const name of ['boat.png', 'mill.png']) await writeFile(join(folder, name), PNG)
  let document = source
  if (source.endsWith('.fodt')) {
    await run('soffice', ['--convert-to', 'odt', '--outdir', '.', source], folder)
    document = source.replace('.fodt', '.odt')
  }
  await run('pandoc', [document, '-s', '-o', 'pandoc.fb2'], folder)
  await run('pandoc', [document, '-s', '-o', 'p.epub'], folder)
  await run('ebook-convert', ['p.epub', 'calibre.fb2'], folder)
  const of = async (name: string): Promise<[string, Buffer]> => [name, await readFile(join(folder, name))]
  return new Map([await of('pandoc.fb2'), await of('calibre.fb2')])
}

/** How often each word stands somewhere, without the numbers of notes. */
const countWords = (texts: string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of texts.join(' ').match(/[\p{L}\p{M}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const isReference = (node: XmlNode) => node.name === 'a' && node.attributes.some(({ value }) => value === 'note')
/** Elements that stand within words, of both kinds of files. */
const INLINE = /^(?:a|b|i|em|strong|s|sub|sup|code|span|emphasis|strikethrough|style|u|small)$/
const wordsIn = (node: XmlNode): string =>
  node.children
    .map((child) => {
      if (typeof child === 'string') return child
      if (isReference(child)) return ''
      return INLINE.test(child.name) ? wordsIn(child) : ` ${wordsIn(child)} `
    })
    .join('')

test.for(SOURCES)(
  '%s is in the book of its FictionBooks, word by word',
  { timeout: 600_000 },
  async (source, { skip }) => {
    if (!tools) return skip(MISSING)
    for (const [fileName, bytes] of await write(tools, source)) {
      const root = readTree(bytes.toString())
      const bodies = elementsOf(root).filter(({ name }) => name === 'body')
      const first = await convertManuscript({ fileName, bytes, words: {} })
      const again = await convertManuscript({ fileName, bytes, words: {} })
      expect(Buffer.from(first.epub).equals(Buffer.from(again.epub))).toBe(true)
      const { chapters, manifest } = await ingest(Buffer.from(first.epub))
      const trees = chapters.map(({ xhtml }) => readTree(xhtml))
      const shown = countWords(trees.map(wordsIn))
      const lost = [...countWords(bodies.map(wordsIn))].filter(([word, count]) => (shown.get(word) ?? 0) < count)
      expect([fileName, lost]).toEqual([fileName, []])
      const titles = bodies.slice(0, 1).flatMap((body) => descendantsOf(body, 'section'))
      const named = titles.filter((section) => elementsOf(section)[0]?.name === 'title')
      const references = bodies.flatMap((body) => descendantsOf(body, 'a')).filter(isReference)
      const links = trees.flatMap((tree) => descendantsOf(tree, 'a'))
      const shownReferences = links.filter((link) => link.attributes.some(({ value }) => value === 'doc-noteref'))
      expect(shownReferences).toHaveLength(references.length)
      expect(manifest.contents.length).toBeGreaterThanOrEqual(named.length)
      const images = bodies.flatMap((body) => descendantsOf(body, 'image'))
      expect(trees.flatMap((tree) => descendantsOf(tree, 'img'))).toHaveLength(images.length)
      const [language] = descendantsOf(root, 'lang').map((node) => textOf(node).trim())
      if (language && language !== 'und') expect(manifest.metadata.languages).toEqual([language])
    }
  },
)
