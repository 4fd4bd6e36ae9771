import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageCountOf } from '#contract/shapes/edition-pages.ts'
import { getBookFile } from '#contract/books.ts'
import { languageTag } from '#contract/shapes/detail-fields.ts'
import { getPosition, savePosition } from '#contract/reading.ts'
import * as calls from '#contract/publishing.ts'
import { openEdition } from '#server/formats/epub/read-edition.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { epubBytes, KNOWN_EPUBS } from '#server/formats/epub/testing-real-epubs.ts'
import { publishPdf, searchOf, untilRead } from '#server/book-texts/testing-pages.ts'
import { anEpubForm } from '#server/testing/book-form.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let author: Person
let reader: Person
let find: ReturnType<typeof searchOf>

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  author = await site.anAuthor()
  reader = await site.aReader()
  find = searchOf(site, reader)
})
afterAll(() => site.close())

const editionOf = async (id: string) => {
  const { url } = await site.api(reader)(getBookFile, { params: { id } })
  return openEdition(
    async (begin, end) => (await site.app.inject({ url, headers: { range: `bytes=${begin}-${end - 1}` } })).rawPayload,
  )
}
/** Some words in a row, as somebody would search for them. */
const aPhrase = (text: string) => /(?:\p{L}{3,} ){4}\p{L}{3,}/u.exec(text)?.[0]

describe.runIf(KNOWN_EPUBS.length > 0)('each book of the test data', () => {
  test.each(KNOWN_EPUBS)('$file is inspected, published, read and found by its words', async (expected) => {
    const epub = epubBytes(expected.file)
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(epub)]), expected.file)
    const facts = await site.api(author)(calls.inspectFile, { body: form })
    expect(facts).toMatchObject({ format: 'epub', language: languageTag(expected.languages[0] ?? '') ?? null })
    expect(expected.title).toContain(facts.title)
    for (const creator of facts.author.split(', ')) expect(expected.creators.join(', ')).toContain(creator)

    const { book } = await site.api(author)(calls.publishBook, {
      body: anEpubForm(epub, { cover: facts.cover ? 'file' : 'series' }),
    })
    expect(book).toMatchObject({ format: 'epub', pageCount: facts.pageCount })
    const { index, chapter } = await editionOf(book._id)
    const { manifest, chapters } = index
    expect(pageCountOf(chapters)).toBe(book.pageCount)
    expect([manifest.chapters.length, chapters.length]).toEqual([expected.spine, expected.spine])
    expect(manifest.layout).toBe(expected.layout ?? 'reflowable')
    expect(manifest.direction).toBe(expected.direction === 'default' ? null : expected.direction)
    if (expected.layout === 'pre-paginated') expect(book.pageCount).toBe(expected.spine)

    await untilRead(site, book._id)
    for (const n of chapters.keys()) {
      const phrase = aPhrase((await chapter(n)).text)
      if (!phrase) continue
      const { hits } = await find(`"${phrase}"`, { book: book._id })
      expect(hits[0]?.page, phrase).toBeGreaterThan(0)
      break
    }
  })
})

test.runIf(KNOWN_EPUBS.length > 0)(
  'a reader of the PDF is at the same words after its author replaces it by an EPUB of the same text',
  async () => {
    const book = await publishPdf(site, author, 'alice-en-69p.pdf')
    if (!book) return
    const { db } = site.services
    const pagesOf = async () =>
      db
        .selectFrom('pageTexts')
        .innerJoin('bookTexts', 'bookTexts.id', 'textId')
        .select(['page', 'content'])
        .where('bookId', '=', book._id)
        .orderBy('page')
        .execute()
    const before = await pagesOf()
    const device = { id: crypto.randomUUID(), name: 'Phone' }
    const params = { id: book._id }
    const page = 33
    await site.api(reader)(savePosition, { params, body: { device, page, step: 1, seen: 0 } })

    // A chapter for each ten pages, each line a part of a paragraph.
    const chapters = Object.fromEntries(
      Array.from({ length: Math.ceil(before.length / 10) }, (_, n) => [
        `c${n}`,
        before
          .slice(n * 10, n * 10 + 10)
          .map(({ content }) => `<p>${content.replace(/[<&]/g, '').replace(/\s+/g, ' ')}</p>`)
          .join(''),
      ]),
    )
    await site.api(author)(calls.editBook, { params, body: anEpubForm(anEpub({ chapters }), { title: 'Alice' }) })
    await untilRead(site, book._id)
    await expect
      .poll(async () => (await site.api(reader)(getPosition, { params, query: { device: device.id } })).own?.quote)
      .toBeTruthy()
    const { own } = await site.api(reader)(getPosition, { params, query: { device: device.id } })
    const words = own?.quote?.slice(0, 30) ?? ''
    expect(before.find((old) => old.page === page)?.content.replace(/\s+/g, ' ')).toContain(words)
    expect((await pagesOf()).find((now) => now.page === own?.page)?.content.replace(/\s+/g, ' ')).toContain(words)
  },
)
