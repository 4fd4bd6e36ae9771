import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CfiNode, cfiOf, rangeOfCfi } from '#contract/shapes/cfi.ts'
import { pageCountOf, startOfPage } from '#contract/shapes/edition-pages.ts'
import type { StoredBook } from '#server/formats/stored-book.ts'
import { elementPlaces } from './element-places.ts'
import { placeAtPosition } from './element-paths.ts'
import { ingestEpub, type EpubPart } from './ingest-epub.ts'
import { type DocumentElement, type DocumentNode, isElement, readDocument } from './read-document.ts'
import { openEdition } from './read-edition.ts'
import { anEpub } from './testing-epub.ts'
import { epubBytes, KNOWN_EPUBS } from './testing-real-epubs.ts'
import { writeEdition } from './write-edition.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'places-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const editionOf = async (epub: Buffer): Promise<StoredBook> => {
  const path = join(folder, crypto.randomUUID())
  const read = async (onPart: (part: Exclude<EpubPart, { manifest: unknown }>) => Promise<void>) => {
    for await (const part of ingestEpub(epub)) {
      if ('manifest' in part) return part.manifest
      await onPart(part)
    }
    throw new Error('no manifest')
  }
  await writeEdition(path, { read, encodeImage: async () => undefined })
  const bytes = await readFile(path)
  return { bytes: async () => bytes, part: async (begin, end) => bytes.subarray(begin, end) }
}

/** The same numbers on each run. */
const numbers = (seed: number) => {
  let last = seed
  return () => {
    last = (last * 1_103_515_245 + 12_345) % 2 ** 31
    return last / 2 ** 31
  }
}

const NAMES = [
  'moby-dick',
  'pride-and-prejudice',
  'georgia-cfi',
  'childrens-literature',
  'israelsailing',
  'trees',
  'linear-algebra',
  'regime-anticancer-arabic',
  'wasteland-woff-obf',
  'haruko-html-jpeg',
]
const BOOKS = KNOWN_EPUBS.filter(({ file }) => NAMES.includes(file.replace('.epub', '')))
const PLACES = 20

const paragraphOf = (node: CfiNode | undefined): CfiNode | null | undefined => {
  let at: CfiNode | null | undefined = node
  while (
    at &&
    !(
      isElement(at as DocumentNode) &&
      /^(?:p|h\d|li|td|th|dd|dt|div|section|body|blockquote|pre|figcaption)$/.test((at as DocumentElement).name)
    )
  )
    at = at.parentNode
  return at
}

test.skipIf(BOOKS.length === 0)('there are books to read', () => {
  expect(BOOKS.length).toBeGreaterThanOrEqual(10)
})

test.skipIf(BOOKS.length === 0).each(BOOKS)('%$. places in $file come back in the same paragraph', async ({ file }) => {
  const book = await editionOf(epubBytes(file))
  const { index, chapter } = await openEdition(book.part)
  const random = numbers(BOOKS.findIndex((one) => one.file === file) + 1)
  const roots = new Map<number, DocumentElement>()
  const rootOf = async (n: number) => {
    const root = roots.get(n) ?? readDocument((await chapter(n)).xhtml)
    roots.set(n, root)
    return root
  }
  const wrong: unknown[] = []
  let tried = 0
  for (let n = 0; tried < PLACES && n < PLACES * 100; n++) {
    const start = startOfPage(index.chapters, 1 + Math.floor(random() * pageCountOf(index.chapters)))
    const root = await rootOf(start.chapter)
    const at = placeAtPosition(root, start.position + Math.floor(random() * 1500))
    const chapterCfi = index.manifest.chapters[start.chapter]?.cfi
    if (!at || chapterCfi === undefined) continue
    tried += 1
    const path = await elementPlaces.pathOf(book, { page: 1, cfi: cfiOf(chapterCfi, root, at) })
    const back = path === undefined ? undefined : await elementPlaces.placeOf(book, path)
    const found = back?.cfi === undefined ? undefined : rangeOfCfi(back.cfi, root, () => undefined)?.start.node
    const from = paragraphOf(at.node)
    if (!from || from !== paragraphOf(found)) wrong.push([path, back])
  }
  expect(wrong).toEqual([])
  expect(tried).toBe(PLACES)
})

test.each([
  { paragraphs: 19_000, isKnown: true },
  { paragraphs: 50_000, isKnown: false },
])('places in a chapter of $paragraphs paragraphs are known: $isKnown', async ({ paragraphs, isKnown }) => {
  const book = await editionOf(anEpub({ chapters: { one: '<p>a</p>'.repeat(paragraphs) } }))
  const place = await elementPlaces.placeOf(book, '/body/DocFragment[1]/body/p[5000]')
  expect(place !== undefined).toBe(isKnown)
  const path = await elementPlaces.pathOf(book, { page: 2 })
  expect(path?.startsWith('/body/DocFragment[1]/body/p')).toBe(isKnown)
})
