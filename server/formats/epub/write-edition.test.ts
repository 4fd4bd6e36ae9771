import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookImages } from './book-images.ts'
import { openEdition } from './read-edition.ts'
import { createEpubReader } from './read-epub.ts'
import { anEpub, type EpubPlan } from './testing-epub.ts'
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

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const write = async (plan: EpubPlan) => {
  const file = join(folder, 'book.epub')
  await writeFile(file, anEpub(plan))
  const path = join(folder, 'book.edition')
  const edition = await writeEdition(path, {
    read: (onPart) => reader.read(file, onPart),
    encodeImage: (image) => images.encode(image),
  })
  const bytes = await readFile(path)
  return { edition, open: await openEdition(async (begin, end) => bytes.subarray(begin, end)) }
}

test('an edition holds the chapters with their pages, and the files that they show', async () => {
  const { edition, open } = await write({
    chapters: { one: `<p>${'many words '.repeat(400)}</p>`, two: '<p>Two</p><img src="p.png"/>' },
    files: { 'p.png': { type: 'image/png', data: PIXEL } },
  })
  expect(open.index.chapters.map(({ pages }) => pages.length)).toEqual([3, 1])
  expect(edition.pageCount).toBe(4)
  expect((await open.chapter(1)).text).toBe('Two')
  const [resource] = open.index.manifest.resources
  expect(resource).toMatchObject({ type: 'image/webp' })
  expect((await open.resource(resource?.path ?? '')).toString('latin1', 8, 12)).toBe('WEBP')
  expect(await readdir(folder)).toEqual(['book.edition', 'book.epub'])
})

test('an image that can not be decoded is left out, which is told', async () => {
  const { edition, open } = await write({
    chapters: { one: '<img src="p.png"/>' },
    files: { 'p.png': { type: 'image/png', data: PIXEL.subarray(0, 40) } },
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
