import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEpubReader, EpubRejectedError, type StoredPart } from './read-epub.ts'
import { aDocument, anEpub, type EpubPlan } from './testing-epub.ts'

let folder = ''
const reader = createEpubReader()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-epub-'))
})
afterAll(async () => {
  reader.close()
  await rm(folder, { recursive: true })
})

const stored = async (plan: EpubPlan): Promise<string> => {
  const file = join(folder, 'book.epub')
  await writeFile(file, anEpub(plan))
  return file
}

test('a book comes out of the worker process part by part', async () => {
  const parts: StoredPart[] = []
  const chapters = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`c${at}`, `<p>Chapter ${at}</p>`]))
  const file = await stored({ chapters, files: { 's.css': { type: 'text/css', data: 'p{color:red}' } } })
  const manifest = await reader.read(file, async (part) => void parts.push(part))
  const texts = parts.map((part) => ('chapter' in part ? part.chapter.text : part.resource.path))
  expect(texts).toEqual(Array.from({ length: 20 }, (_, at) => `Chapter ${at}`))
  expect(manifest.chapters).toHaveLength(20)
})

test('a file of the book arrives as its bytes', async () => {
  const data = Buffer.concat([Buffer.from('OggS'), randomBytes(3_000_000)])
  const file = await stored({
    chapters: { one: '<audio src="a.ogg"/>' },
    files: { 'a.ogg': { type: 'audio/ogg', data } },
  })
  const contents: Uint8Array[] = []
  await reader.read(file, async (part) => {
    if ('resource' in part) contents.push(part.resource.content)
  })
  expect(contents.map((content) => Buffer.compare(content, data))).toEqual([0])
})

test('a file that is refused, and one whose parts can not be stored, leave the reader working', async () => {
  const bad = join(folder, 'bad.epub')
  await writeFile(bad, 'no archive')
  const none = async () => {}
  await expect(reader.read(bad, none)).rejects.toThrow('Not an EPUB: the file is not a zip archive.')
  const good = await stored({})
  const full = async () => {
    throw new Error('the disk is full')
  }
  await expect(reader.read(good, full)).rejects.toThrow('the disk is full')
  expect((await reader.read(good, none)).metadata.title).toBe('A Book')
})

test('a book that takes more time or memory than is allowed is refused, and the next is read', async () => {
  const small = createEpubReader({ cpuMs: 2_500 })
  const text = aDocument('<p>word <b>word</b></p>'.repeat(40_000))
  const chapters = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`c${at}`, text]))
  const large = await stored({ chapters })
  await expect(small.read(large, async () => {})).rejects.toThrow(EpubRejectedError)
  await expect(small.read(large, async () => {})).rejects.toThrow(/too much time or memory/)
  expect((await small.read(await stored({}), async () => {})).chapters).toHaveLength(1)
  small.close()
})
