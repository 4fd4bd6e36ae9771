import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { togglePremium } from '#contract/admin.ts'
import { type BookFile, getBook, getBookFile, getBookPdf } from '#contract/books.ts'
import { answerCoAuthorship, askCoAuthor } from '#contract/co-authors.ts'
import { getPremiumFile, getPremiumPdf } from '#contract/premium.ts'
import { beginDraft, editBook, getOwnBookFile, publishBook, saveDraft } from '#contract/publishing.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { aBookForm, anEpubForm } from '#server/testing/book-form.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let author: Person
let reader: Person
let coAuthor: Person

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  ;[author, coAuthor, reader] = await Promise.all([site.anAuthor(), site.anAuthor(), site.aReader()])
})
afterAll(() => site.close())

const publish = async (form: FormData) => {
  form.set('downloads', 'none')
  const { _id: id } = (await site.api(author)(publishBook, { body: form })).book
  await site.api(author)(askCoAuthor, { params: { id }, body: { username: coAuthor.username } })
  await site.api(coAuthor)(answerCoAuthorship, { params: { id }, body: { agrees: true } })
  return id
}
const fileFor = (person: Person, id: string) => site.api(person)(getBookFile, { params: { id } })
const get = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: sent, rawPayload } = await site.app.inject({ method: 'GET', url, headers })
  return { status: statusCode, disposition: sent['content-disposition'], text: rawPayload.toString('latin1') }
}
const REFUSAL = 'The author offers this book for reading here only.'
const expectRefused = async (url: string, headers?: Record<string, string>) => {
  const { status, disposition, text } = await get(url, headers)
  expect({ status, disposition }).toEqual({ status: 403, disposition: undefined })
  expect(JSON.parse(text)).toMatchObject({ type: 'forbidden', message: REFUSAL })
}
/** The path of the uploaded file with the signature of a link to the edition. */
const asUploaded = ({ url }: BookFile, id: string) => url.replace(`/files/edition/${id}`, `/files/epub/${id}/book.epub`)

const KINDS = [
  ['a PDF', () => aBookForm(), '/files/pdf/'],
  ['an EPUB', () => anEpubForm(anEpub({ chapters: { one: '<p>Dusk.</p>' } })), '/files/epub/'],
] as const

describe.each(KINDS)('%s that is offered for reading here only', (_, aForm, folder) => {
  let id: string
  beforeAll(async () => {
    id = await publish(aForm())
  })

  test('is read by everyone else, who have no link to save it, and can make none of the one for reading', async () => {
    const admin = site.api(await site.anAdmin())
    await admin(togglePremium, { params: { id }, body: { isPremium: true } })
    const files = [
      ...(await Promise.all([reader, await site.aGuest(), await site.anAuthor()].map((one) => fileFor(one, id)))),
      await site.api()(getPremiumFile, { params: { id } }),
    ]
    for (const file of files) {
      expect(file).not.toHaveProperty('downloadUrl')
      expect((await get(file.url, { 'sec-fetch-dest': 'empty' })).status).toBe(200)
      const uploaded = asUploaded(file, id)
      await expectRefused(`${uploaded}&download`)
      await expectRefused(`${uploaded}&download=uncounted`)
      await expectRefused(uploaded, { 'sec-fetch-dest': 'document' })
      if (file.format === 'epub') await expectRefused(uploaded)
      else expect((await get(file.url)).disposition).toBe('inline')
    }
  })

  test('is saved by its publisher, co-authors, moderators and administrators', async () => {
    for (const person of [author, coAuthor, await site.aModerator(), await site.anAdmin()]) {
      const { url, downloadUrl = '' } = await fileFor(person, id)
      expect(downloadUrl).toContain(folder)
      expect((await get(downloadUrl)).disposition).toMatch(/^attachment; filename="/)
      expect((await get(url)).status).toBe(200)
      if (folder === '/files/pdf/')
        expect((await get(url, { 'sec-fetch-dest': 'document' })).disposition).toMatch(/^inline; filename="/)
    }
    for (const person of [author, coAuthor]) {
      const { downloadUrl = '' } = await site.api(person)(getOwnBookFile, { params: { id } })
      expect((await get(downloadUrl)).status).toBe(200)
    }
  })

  test('says so, and is offered or not as its author changes it, also by links that were made before', async () => {
    expect(await site.api()(getBook, { params: { id } })).toMatchObject({ downloads: 'none' })
    const body = (downloads: string) => ({ params: { id }, body: { downloads } as never })
    await site.api(author)(editBook, body('file'))
    const { url, downloadUrl = '' } = await fileFor(reader, id)
    expect(await site.api()(getBook, { params: { id } })).not.toHaveProperty('downloads')
    expect((await get(downloadUrl)).status).toBe(200)
    await site.api(author)(editBook, body('none'))
    await expectRefused(downloadUrl)
    expect((await get(url)).status).toBe(200)
  })
})

test('the calls for PDFs alone lead to what is read', async () => {
  const id = await publish(aBookForm())
  await site.api(await site.anAdmin())(togglePremium, { params: { id }, body: { isPremium: true } })
  for (const { pdfUrl } of [
    await site.api(reader)(getBookPdf, { params: { id } }),
    await site.api()(getPremiumPdf, { params: { id } }),
  ]) {
    expect((await get(pdfUrl)).disposition).toBe('inline')
    await expectRefused(`${pdfUrl}&download`)
  }
})

test('a draft keeps what its author says, and is saved by its author meanwhile', async () => {
  const api = site.api(author)
  const { book } = await api(beginDraft, { body: aBookForm() })
  const params = { id: book._id }
  const form = new FormData()
  form.set('downloads', 'none')
  expect((await api(saveDraft, { params, body: form })).book).toMatchObject({ downloads: 'none' })
  const { downloadUrl = '' } = await api(getOwnBookFile, { params })
  expect((await get(downloadUrl)).disposition).toMatch(/^attachment/)
})
