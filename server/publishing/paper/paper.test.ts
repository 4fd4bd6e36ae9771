import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBook, getBookFile } from '#contract/books.ts'
import { getPaper, makePaper, type PaperOptions, removePaper } from '#contract/paper.ts'
import { deleteBook, editBook, publishBook } from '#contract/publishing.ts'
import { aDocument, anEpub } from '#server/formats/epub/testing-epub.ts'
import { openStored, pageReaderOf } from '#server/formats/formats.ts'
import { aBookForm, anEpubForm } from '#server/testing/book-form.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { makePapers } from './make-papers.ts'
import { sweepFiles } from '#server/publishing/files/sweep-files.ts'
import { remainsOf } from '#server/publishing/testing-uploads.ts'

const CODE =
  '#panic("x") *stars* _lines_ $sum$ [box] @cite <label> = head - item + one \\ // no /* yes */ `raw` ~ #[#1+1]'
const ESCAPED = CODE.replaceAll('<', '&lt;')
const WORDS = 'Every dusk the extraordinarily patient lamplighters of the municipality climbed their ladders again. '
const CONTENTS = ['one', 'two', 'two.xhtml#wick'].map(
  (name, at) => `<li><a href="${name.replace(/^\w+$/, '$&.xhtml')}">${['Dusk', 'Dawn', 'Wick'][at]}</a></li>`,
)
const EPUB = anEpub({
  files: {
    'nav.xhtml': {
      type: 'application/xhtml+xml',
      properties: 'nav',
      data: aDocument(`<nav epub:type="toc"><ol>${CONTENTS.join('')}</ol></nav>`),
    },
  },
  chapters: {
    one: `<h1>Dusk</h1><p>${ESCAPED}</p><p>${WORDS.repeat(30)}</p>
      <p>Noted<a epub:type="noteref" href="#n1">1</a> here.</p>
      <section epub:type="footnotes"><h2>Notes</h2><aside epub:type="footnote" id="n1"><p>At the foot.</p></aside></section>`,
    two: '<h1>Dawn</h1><ul><li>Oil</li><li><p id="wick">Wick</p></li></ul><table><tr><th>Lamp</th><td>Seven</td></tr></table>',
  },
})
const OPTIONS: PaperOptions = { size: 'a5', opensRight: true, cropMarks: false, bleed: false, isOffered: true }

let site: TestSite
let author: Person
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  ;[author, reader] = await Promise.all([site.anAuthor(), site.aReader()])
})
afterAll(() => site.close())

const publish = async () => (await site.api(author)(publishBook, { body: anEpubForm(EPUB) })).book._id
const ask = (id: string, options = {}, who = author) =>
  site.api(who)(makePaper, { params: { id }, body: { ...OPTIONS, ...options } })
const made = async (id: string) => {
  await makePapers(site.services, new AbortController().signal)
  return (await site.api(author)(getPaper, { params: { id } })).paper
}
const get = async (url: string | null | undefined) => {
  const { statusCode, headers, rawPayload } = await site.app.inject({ method: 'GET', url: url ?? '/' })
  return { status: statusCode, headers, bytes: rawPayload }
}
const keyOf = async (id: string) =>
  (await site.services.db.selectFrom('papers').select('key').where('bookId', '=', id).executeTakeFirst())?.key ?? ''
/** The letters and signs of each page, without blanks and hyphens. */
const pagesOf = async (key: string) => {
  const { texts } = await pageReaderOf(key).read(openStored(site.services.storage, key), 0)
  return texts.map(bare)
}
const bare = (text: string) => text.normalize('NFKC').replace(/[\s\u00ad\ufffe\u0002-]+/g, '')
const paperFiles = async () => (await remainsOf(site)).files.filter((file) => file.endsWith('-paper.pdf'))

test('a book is set for paper: its words are no code, and the same book gives the same bytes', async () => {
  const id = await publish()
  expect((await ask(id)).paper).toMatchObject({ state: 'waiting', url: null })
  const paper = await made(id)
  expect(paper).toMatchObject({ ...OPTIONS, state: 'made', notices: [] })
  const pages = await pagesOf(await keyOf(id))
  expect(pages).toHaveLength(paper?.pageCount ?? 0)
  const all = pages.join('')
  expect(all).toContain(bare(CODE))
  expect(all.split(bare(WORDS)).length - 1).toBeGreaterThan(25)
  // Chapters on right-hand pages, behind the title, its back, and the contents.
  const [dusk, dawn] = ['Dusk#panic', 'Dawn'].map((start) => pages.findLastIndex((page) => page.startsWith(start)))
  expect([dusk, (dawn ?? 1) % 2]).toEqual([4, 0])
  expect(pages[2]).toMatch(/^ContentsDusk\.+5Dawn\.+7Wick\.+7$/)
  const noted = pages.find((page) => page.includes('Noted1here.'))
  expect(noted).toContain('1Atthefoot.')
  expect(all).not.toContain('Notes')
  const { status, headers, bytes } = await get(paper?.url)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(headers['content-disposition']).toMatch(/^inline/)
  expect(bytes.toString('latin1')).toContain('pdfaid')
  await site.api(author)(removePaper, { params: { id } })
  await ask(id)
  const again = await get((await made(id))?.downloadUrl)
  expect(again.headers['content-disposition']).toMatch(/^attachment/)
  expect(again.bytes.equals(bytes)).toBe(true)
})

test('pictures run beyond the edge if its author says so, and it is made again for it', async () => {
  const id = await publish()
  const { bleed, ...older } = OPTIONS
  // Who asks without a word of it, as before there was one, has none.
  await site.api(author)(makePaper, { params: { id }, body: older as PaperOptions })
  const before = await made(id)
  expect(before).toMatchObject({ bleed, state: 'made' })
  expect((await ask(id, { bleed: true })).paper).toMatchObject({ bleed: true, state: 'waiting' })
  const paper = await made(id)
  expect(paper).toMatchObject({ bleed: true, state: 'made' })
  const boxesIn = async (url: string | null | undefined) =>
    [...(await get(url)).bytes.toString('latin1').matchAll(/\/(?:Trim|Bleed)Box/g)].length
  expect(await boxesIn(paper?.url)).toBe(2 * (paper?.pageCount ?? 0))
})

test('readers may save it where its author offers it, and the book', async () => {
  const id = await publish()
  const linkOf = async () => (await site.api(reader)(getBookFile, { params: { id } })).paperUrl
  await ask(id, { isOffered: false, size: 'pocket', opensRight: false })
  const own = await made(id)
  expect(own?.state).toBe('made')
  expect(await linkOf()).toBeUndefined()
  expect(await site.api()(getBook, { params: { id } })).not.toHaveProperty('hasPaper')
  await ask(id, { size: 'pocket', opensRight: false })
  const link = await linkOf()
  expect((await get(link)).status).toBe(200)
  expect(await site.api()(getBook, { params: { id } })).toHaveProperty('hasPaper', true)
  await site.api(author)(editBook, { params: { id }, body: { downloads: 'none' } as never })
  expect(await linkOf()).toBeUndefined()
  expect((await get(link)).status).toBe(404)
  expect((await get(own?.url)).status).toBe(200)
})

test('it is made again when the book has changed, and goes with it', async () => {
  const id = await publish()
  await ask(id)
  const before = await made(id)
  await site.api(author)(editBook, { params: { id }, body: { title: 'Other Lamps' } as never })
  expect((await get(before?.url)).status).toBe(404)
  expect((await site.api(author)(getPaper, { params: { id } })).paper?.state).toBe('waiting')
  expect((await made(id))?.state).toBe('made')
  expect((await pagesOf(await keyOf(id)))[0]).toContain('OtherLamps')
  await sweepFiles(site.services, new Date(Date.now() + 1000))
  const key = await keyOf(id)
  expect((await paperFiles()).some((file) => key.endsWith(file.split('/').at(-1) ?? ''))).toBe(true)
  const count = (await paperFiles()).length
  await site.api(author)(deleteBook, { params: { id } })
  expect(await paperFiles()).toHaveLength(count - 1)
})

test('who asks again after a passing error does not wait for the later hour', async () => {
  const id = await publish()
  await ask(id)
  const postponed = sql<Date>`now() + interval '1 hour'`
  await site.services.db.updateTable('papers').set({ claimedUntil: postponed }).where('bookId', '=', id).execute()
  expect((await made(id))?.state).toBe('waiting')
  await ask(id)
  expect((await made(id))?.state).toBe('made')
})

test('letters that no font has are told of, and no box stands in their place', async () => {
  const told = { one: '<p>In Hindi: नमस्ते, and more words that are set all the same, so that it can be read.</p>' }
  const { _id: id } = (await site.api(author)(publishBook, { body: anEpubForm(anEpub({ chapters: told })) })).book
  await ask(id)
  expect(await made(id)).toMatchObject({ state: 'made', notices: ['letters'] })
  expect((await pagesOf(await keyOf(id))).join('')).toContain('InHindi:[...],andmore')
  const { bytes } = await get((await site.api(author)(getPaper, { params: { id } })).paper?.url)
  expect(bytes.toString('latin1')).toContain('pdfaid')
})

test('what can not be set is refused in words', async () => {
  const { _id: pdf } = (await site.api(author)(publishBook, { body: aBookForm() })).book
  expect(await problemFrom(ask(pdf))).toMatchObject({ status: 409, message: expect.stringContaining('is a PDF') })
  const id = await publish()
  expect(await problemFrom(ask(id, { size: 'letter' }))).toMatchObject({ status: 400 })
  expect(await problemFrom(ask(id, {}, await site.anAuthor()))).toMatchObject({ status: 403 })
  const fixed = anEpub({
    metadata:
      '<dc:title>A Book</dc:title><dc:language>en</dc:language><meta property="rendition:layout">pre-paginated</meta>',
    chapters: {
      one: '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title><meta name="viewport" content="width=600, height=800"/></head><body><p>Fixed.</p></body></html>',
    },
  })
  const { _id: unset } = (await site.api(author)(publishBook, { body: anEpubForm(fixed) })).book
  await ask(unset)
  expect(await made(unset)).toMatchObject({ state: 'fixed-pages', url: null })
})
