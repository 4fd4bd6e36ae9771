import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredBook } from '#server/formats/stored-book.ts'
import { PNG } from '#server/testing/book-form.ts'
import { createBookImages } from './book-images.ts'
import { openEdition } from './read-edition.ts'
import { readEditionPages } from './read-edition-pages.ts'
import { createEpubReader } from './read-epub.ts'
import { anEpub, type EpubPlan, MINIMAL } from './testing-epub.ts'
import { writeEdition } from './write-edition.ts'

let folder = ''
const reader = createEpubReader()
const images = createBookImages()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edition-'))
})
afterAll(async () => {
  reader.close()
  images.close()
  await rm(folder, { recursive: true })
})

const write = async (plan: EpubPlan) => {
  const file = join(folder, 'book.epub')
  await writeFile(file, anEpub(plan))
  const path = join(folder, 'book.edition')
  const edition = await writeEdition(path, {
    read: (onPart) => reader.read(file, onPart),
    encodeImage: (image) => images.encode(image),
  })
  const bytes = await readFile(path)
  const part: StoredBook['part'] = async (begin, end) => bytes.subarray(begin, end)
  return { edition, open: await openEdition(part), stored: { part, bytes: async () => bytes } }
}

test('an edition holds the chapters with their pages, and the files that they show', async () => {
  const { edition, open } = await write({
    chapters: { one: `<p>${'many words '.repeat(400)}</p>`, two: '<p>Two</p><img src="p.png"/>' },
    files: { 'p.png': { type: 'image/png', data: PNG } },
  })
  expect(open.index.chapters.map(({ pages }) => pages.length)).toEqual([3, 1])
  expect(edition.pageCount).toBe(4)
  expect((await open.chapter(1)).text).toBe('Two')
  const [resource] = open.index.manifest.resources
  expect(resource).toMatchObject({ type: 'image/webp' })
  expect((await open.resource(resource?.path ?? '')).toString('latin1', 8, 12)).toBe('WEBP')
  expect(await readdir(folder)).toEqual(['book.edition', 'book.epub'])
})

test('its pages are read in bounded parts, each page once, and a longer page is cut', async () => {
  const item = (name: string) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`
  const long = '0123456789'.repeat(54_000)
  const { edition, open, stored } = await write({
    chapters: { one: `<p>${long}</p>`, two: `<p>${'many words '.repeat(9000)}</p>`, three: '<p>The end</p>' },
    opf:
      '<package xmlns="http://www.idpf.org/2007/opf" version="3.0">' +
      `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${MINIMAL}</metadata>` +
      `<manifest>${['one', 'two', 'three'].map(item).join('')}</manifest><spine><itemref idref="one"/>` +
      '<itemref idref="two" properties="rendition:layout-pre-paginated"/><itemref idref="three"/></spine></package>',
  })
  expect(open.index.chapters.map(({ pages }) => pages.length)).toEqual([300, 1, 1])
  const calls: string[][] = []
  for (let isEnd = false, from = 0; !isEnd; from += calls.at(-1)?.length ?? 0) {
    const read = await readEditionPages(stored, from)
    expect(read.texts.length).toBeGreaterThan(0)
    calls.push(read.texts)
    isEnd = read.isEnd
  }
  const texts = calls.flat()
  expect(texts).toHaveLength(edition.pageCount)
  expect(texts.slice(0, 300).join('') === long).toBe(true)
  expect(texts.at(-2)).toHaveLength(20_000)
  expect((await open.chapter(1)).text.startsWith(texts.at(-2) ?? '')).toBe(true)
  expect(texts.at(-1)).toBe('The end')
  expect(Math.max(...calls.map((pages) => pages.length))).toBeLessThanOrEqual(100)
  expect(Math.max(...calls.map((pages) => pages.join('').length))).toBeLessThan(220_000)
})

test('an image that can not be decoded is left out, which is told', async () => {
  const { edition, open } = await write({
    chapters: { one: '<img src="p.png"/>' },
    files: { 'p.png': { type: 'image/png', data: PNG.subarray(0, 40) } },
  })
  expect(open.index.manifest.resources).toEqual([])
  expect(edition.manifest.findings.map(({ text }) => text)).toEqual([
    expect.stringMatching(/p\.png” was left out: it is a damaged image/),
  ])
})

test('a book that is refused leaves no file', async () => {
  await rm(join(folder, 'book.edition'), { force: true })
  await writeFile(join(folder, 'bad.epub'), 'no archive')
  const writing = writeEdition(join(folder, 'book.edition'), {
    read: (onPart) => reader.read(join(folder, 'bad.epub'), onPart),
    encodeImage: (image) => images.encode(image),
  })
  await expect(writing).rejects.toThrow('Not an EPUB')
  expect(await readdir(folder)).not.toContain('book.edition')
})
