import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { getBook, getBookFile } from '#contract/books.ts'
import * as calls from '#contract/chapters.ts'
import { answerCoAuthorship, askCoAuthor } from '#contract/co-authors.ts'
import { addComment, listComments } from '#contract/comments.ts'
import type { EditionIndex } from '#contract/shapes/edition.ts'
import { createPenName } from '#contract/pen-names.ts'
import { deleteBook, editBook, getOwnBook, publishBook, setBookState } from '#contract/publishing.ts'
import { listMarks, saveMarks } from '#contract/marks.ts'
import { getPosition, savePosition } from '#contract/reading.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { getManuscript, listVersions, restoreVersion } from '#contract/versions.ts'
import { untilSomeoneWaitsForLock } from '#server/locks/testing-locks.ts'
import { aDocx, heading, paragraph } from '#server/formats/epub/manuscript/testing-docx.ts'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { editionKeyOf, openBookInspector } from '#server/formats/formats.ts'
import { untilRead } from '#server/book-texts/testing-pages.ts'
import { aBookForm, aPdf } from '#server/testing/book-form.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { personalBooks } from '#server/publishing/personal-books.ts'
import { publishDueChapters } from './publish-chapter.ts'
import { scrubFiles } from '#server/publishing/files/scrub-files.ts'
import { sweepFiles } from '#server/publishing/files/sweep-files.ts'
import { addChapter, aManuscriptBook, chapterForm } from './testing-chapters.ts'
import { expectNothingStored, remainsOf } from '#server/publishing/testing-uploads.ts'

let site: TestSite
let author: Person
let reader: Person
let id: string
const inspector = openBookInspector()

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  ;[author, reader] = await Promise.all([site.anAuthor(), site.aReader()])
})
afterAll(async () => {
  await site.close()
  inspector.close()
})
beforeEach(async () => {
  id = await aManuscriptBook(site, author)
})

const add = (words: Parameters<typeof addChapter>[3] = {}, person = author) => addChapter(site, person, id, words)
const of = ({ _id: chapterId }: { _id: string }) => ({ params: { id, chapterId } })
const list = (person = author) => site.api(person)(calls.listChapters, { params: { id } })
const publish = (chapter: { _id: string }, person = author) => site.api(person)(calls.publishChapter, of(chapter))
const change = (chapter: { _id: string }, words: Parameters<typeof chapterForm>[0]) =>
  site.api(author)(calls.changeChapter, { ...of(chapter), body: chapterForm(words) })
const remove = (chapter: { _id: string }) => site.api(author)(calls.removeChapter, of(chapter))
const tomorrow = () => new Date(site.services.now().getTime() + DAY_MS).toISOString()
const runDue = (services = site.services) => publishDueChapters(services, () => ({ ...inspector, close: () => {} }))

const get = async (url: string) => {
  const { statusCode, rawPayload } = await site.app.inject({ url })
  return { status: statusCode, bytes: rawPayload }
}
const chaptersOfBook = async () => {
  const { downloadUrl = '' } = await site.api(reader)(getBookFile, { params: { id } })
  const { chapters } = await ingest((await get(downloadUrl)).bytes)
  return chapters.map(({ title }) => title).filter((title) => title !== null)
}
const versions = () => site.api(author)(listVersions, { params: { id } })
/** Resolves when the texts of the book are read, and what readers left in its earlier files is carried over. */
const untilCarried = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`
        select from replaced_files where book_id = ${id} and not (is_carried and comments_are_carried)`.execute(
        site.services.db,
      )
      expect(rows).toHaveLength(0)
    },
    { timeout: 30_000, interval: 50 },
  )
const storedFiles = async () => (await remainsOf(site)).files.filter((file) => file.startsWith('files/epub'))

describe('a chapter that is added', () => {
  test('is read by its authors alone until it is published, and then is a new version of the book', async () => {
    const before = await storedFiles()
    const chapter = await add({ text: 'They crossed <blink>it</blink>.\n' })
    expect(chapter).toMatchObject({
      title: 'Chapter 3: The Ford',
      comingAt: null,
      added: null,
      failure: null,
      file: { name: 'chapter.md', pageCount: expect.any(Number) },
      findings: [expect.stringContaining('HTML')],
    })
    expect(await chaptersOfBook()).toEqual(['Dusk', 'Dawn'])
    const { url } = await site.api(author)(calls.getChapterFile, of(chapter))
    expect((await get(url)).status).toBe(200)
    const published = await publish(chapter)
    expect(published).toMatchObject({ file: null, added: { version: 2 } })
    expect(await chaptersOfBook()).toEqual(['Dusk', 'Dawn', 'Chapter 3: The Ford'])
    expect((await versions())[0]).toMatchObject({
      number: 2,
      note: 'Chapter 3: The Ford',
      isCurrent: true,
      manuscript: { name: 'lamp.zip' },
    })
    // Of the chapter alone nothing is left.
    expect(await storedFiles()).toHaveLength(before.length + 3)
    expect((await get(url)).status).toBe(404)
    for (const again of await Promise.all(
      [publish(chapter), change(chapter, { title: 'Other' }), remove(chapter)].map(problemFrom),
    ))
      expect(again).toMatchObject({
        status: 409,
        message: 'This chapter is part of the book already.',
      })
  })

  test('follows those that were added before it, and the book can be made again of what is kept', async () => {
    await publish(await add())
    const bytes = aDocx({ body: heading('The Bridge') + paragraph('Stone by stone.') })
    await publish(await add({ title: 'The Bridge', text: bytes, name: 'bridge.docx' }))
    expect(await chaptersOfBook()).toEqual(['Dusk', 'Dawn', 'Chapter 3: The Ford', 'The Bridge'])
    const { downloadUrl } = await site.api(author)(getManuscript, { params: { id, number: '3' } })
    const zip = await openZip((await get(downloadUrl)).bytes)
    expect(zip.read('chapter-2.zip')?.equals(bytes)).toBe(true)
    // An earlier version has the chapters that it had.
    await site.api(author)(restoreVersion, { params: { id, number: '2' }, body: {} })
    await publish(await add({ title: 'The Hill' }))
    expect(await chaptersOfBook()).toEqual(['Dusk', 'Dawn', 'Chapter 3: The Ford', 'The Hill'])
    expect((await list()).chapters.map(({ title, added }) => [title, added?.version])).toEqual([
      ['The Hill', 5],
      ['The Bridge', 3],
      ['Chapter 3: The Ford', 2],
    ])
  })

  test('leaves comments on their words, and new ones of who has the earlier file open', async () => {
    const place = { page: 4, cfi: 'epubcfi(/6/8!/4/2/4,/1:0,/1:4)', quote: 'They' }
    const comment = async (text: string, fileVersion?: number) =>
      site.api(await site.aReader())(addComment, {
        params: { id },
        body: { text, place: { ...place, ...(fileVersion && { fileVersion }) } },
      })
    await untilRead(site, id)
    await comment('So true.')
    await publish(await add())
    await comment('Very true.', 1)
    await untilCarried()
    const comments = await site.api()(listComments, { params: { id } })
    expect(comments.map((one) => one.place)).toEqual([place, place])
    // One whose words were gone is looked for in what was added.
    const lost = sql`update comments set is_lost = true, quote = 'Stone by stone' where text = 'So true.'`
    await lost.execute(site.services.db)
    await publish(await add({ title: 'The Bridge', text: 'Stone by stone.' }))
    await untilCarried()
    const found = await site.api()(listComments, { params: { id } })
    expect(found.map((one) => one.place)).toEqual(expect.arrayContaining([place, { page: 6, quote: 'Stone by stone' }]))
  })

  test('leaves readers at their places and their marks on their words', async () => {
    const device = { id: crypto.randomUUID(), name: 'Phone' }
    const place = { page: 4, cfi: 'epubcfi(/6/8!/4/2/4/1:5)' }
    const quote = { exact: 'The lamps', prefix: '', suffix: ' were', start: 5, end: 14 }
    const anchor = { page: 3, cfi: 'epubcfi(/6/6!/4/2/4,/1:0,/1:9)', ...quote }
    const content = { color: 'gold' as const, note: '', file: '', anchors: [anchor], createdAt: '2026-05-01T12:00:00Z' }
    const mark = { id: crypto.randomUUID(), base: 0, change: crypto.randomUUID(), content }
    await site.jobsDone()
    await site.api(reader)(savePosition, { params: { id }, body: { device, ...place, step: 1, seen: 0 } })
    await site.api(reader)(saveMarks, { params: { id }, body: { changes: [mark] } })
    const before = await site.api(reader)(listMarks, { params: { id }, query: {} })
    await publish(await add())
    await site.jobsDone()
    const position = await site.api(reader)(getPosition, { params: { id }, query: { device: device.id } })
    expect(position.own).toMatchObject(place)
    expect(position).toMatchObject({ newVersion: { note: 'Chapter 3: The Ford' } })
    // Also those who go on in the file that they have open.
    await publish(await add({ title: 'The Bridge' }))
    const body = { device, ...place, step: 2, seen: 0, fileVersion: 1 }
    expect((await site.api(reader)(savePosition, { params: { id }, body })).own).toMatchObject(place)
    expect(await site.api(reader)(listMarks, { params: { id }, query: {} })).toEqual(before)
    expect(before.marks).toHaveLength(1)
  })

  test('leaves readers at their words where the contents had more than a page before', async () => {
    const { db, storage } = site.services
    const dawn = 'They were put out again, one after the other, before the boats left the harbour in the fog.'
    id = await aManuscriptBook(site, author, `# Dusk\n\nThe lamps were lit.\n\n# Dawn\n\n${dawn}\n`)
    const device = { id: crypto.randomUUID(), name: 'Phone' }
    await untilRead(site, id)
    // As it was stored before the contents were one page.
    const { pdf } = await db.selectFrom('books').select('pdf').where('id', '=', id).executeTakeFirstOrThrow()
    const key = editionKeyOf(pdf) ?? ''
    const edition = await buffer(storage.read(key))
    const end = 8 + edition.readUInt32LE(4)
    const index = JSON.parse(gunzipSync(edition.subarray(8, end)).toString()) as EditionIndex
    index.chapters[1]?.pages.push(4)
    const bytes = gzipSync(JSON.stringify(index))
    edition.writeUInt32LE(bytes.length, 4)
    await storage.put(key, Buffer.concat([edition.subarray(0, 8), bytes, edition.subarray(end)]))
    await db.updateTable('books').set({ pageCount: 5 }).where('id', '=', id).execute()
    await sql`
      update page_texts set page = 5 where page = 4 and text_id in (select id from book_texts where book_id = ${id})`.execute(
      db,
    )
    const body = { device, page: 5, step: 1, seen: 0 }
    await site.api(reader)(savePosition, { params: { id }, body })
    await publish(await add())
    await untilCarried()
    const { own } = await site.api(reader)(getPosition, { params: { id }, query: { device: device.id } })
    expect(own).toMatchObject({ page: 4, quote: expect.stringContaining('Dawn') })
  })

  test('can be changed and removed as long as it is not out, and its text is given back', async () => {
    const before = await storedFiles()
    const chapter = await add()
    const open = () => site.api(author)(calls.getChapter, of(chapter))
    expect(await open()).toMatchObject({ text: 'They crossed the cold water.\n' })
    await change(chapter, { title: 'The Old Ford' })
    expect(await open()).toMatchObject({ title: 'The Old Ford', text: 'They crossed the cold water.\n' })
    await change(chapter, { text: 'It was dry.\n' })
    expect(await open()).toMatchObject({ title: 'The Old Ford', text: 'It was dry.\n' })
    await change(chapter, { text: aDocx({ body: paragraph('Dry.') }), name: 'a.docx' })
    expect(await open()).toMatchObject({ text: null, file: { name: 'a.docx' } })
    expect(await storedFiles()).toHaveLength(before.length + 3)
    await remove(chapter)
    expect(await storedFiles()).toEqual(before)
    expect(await problemFrom(open())).toMatchObject({ status: 404 })
  })

  test('that comes out, or is removed, while it is removed is not said to be removed', async () => {
    const { db } = site.services
    const meanwhile = async (act: (trx: typeof db, chapterId: string) => Promise<unknown>) => {
      const chapter = await add()
      let answer: ReturnType<typeof problemFrom> | undefined
      await db.transaction().execute(async (trx) => {
        await act(trx, chapter._id)
        answer = problemFrom(remove(chapter))
        await untilSomeoneWaitsForLock(site)
      })
      return answer
    }
    const out = await meanwhile((trx, chapterId) =>
      sql`
        update chapters set pdf = null, pdf_bytes = null, page_count = null, manuscript_name = null,
          manuscript_bytes = null, added_at = now(), version = 2
        where id = ${chapterId}`.execute(trx),
    )
    expect(out).toMatchObject({ status: 409, message: 'This chapter is part of the book already.' })
    const gone = await meanwhile((trx, chapterId) => sql`delete from chapters where id = ${chapterId}`.execute(trx))
    expect(gone).toMatchObject({ status: 404 })
    // The files of these two.
    await sweepFiles(site.services, new Date(Date.now() + 60_000))
  })

  test('can not be what is no manuscript, and is told from what it was refused', async () => {
    const refuse = (words: Parameters<typeof add>[0]) => expectNothingStored(site, () => problemFrom(add(words)))
    expect(await refuse({ text: aPdf(1), name: 'a.pdf' })).toMatchObject({
      status: 400,
      errors: {
        file: 'A chapter is a Word (.docx), LibreOffice (.odt), FictionBook (.fb2) or MOBI (.mobi, .azw3) file, or a text file (.md, .txt).',
      },
    })
    expect(await refuse({ text: ' \n' })).toMatchObject({
      status: 422,
      errors: { file: 'There is no text in this manuscript.' },
    })
    expect(await refuse({ title: '' })).toMatchObject({ status: 400, errors: { title: expect.any(String) } })
    expect(await refuse({ comingAt: 'soon' })).toMatchObject({ status: 400, errors: { comingAt: expect.any(String) } })
    expect(await refuse({ comingAt: '2020-01-01T00:00:00Z' })).toMatchObject({
      status: 400,
      errors: { comingAt: 'The time of publication must be in the future.' },
    })
  })
})

describe('who adds chapters', () => {
  test('is the publisher of the book; co-authors see and read them', async () => {
    const chapter = await add()
    const friend = await site.aReader()
    await site.api(author)(askCoAuthor, { params: { id }, body: { username: friend.username } })
    expect(await problemFrom(list(friend))).toMatchObject({ status: 403 })
    await site.api(friend)(answerCoAuthorship, { params: { id }, body: { agrees: true } })
    expect(await list(friend)).toMatchObject({ mayChange: false, chapters: [{ title: 'Chapter 3: The Ford' }] })
    const { url } = await site.api(friend)(calls.getChapterFile, of(chapter))
    expect((await get(url)).status).toBe(200)
    await site.services.db.deleteFrom('coAuthors').where('bookId', '=', id).execute()
    expect((await get(url)).status).toBe(404)
    for (const person of [friend, reader, await site.anAuthor(), await site.anAdmin()]) {
      const asked = [list(person), add({}, person), publish(chapter, person)]
      const read = [
        site.api(person)(calls.getChapter, of(chapter)),
        site.api(person)(calls.getChapterFile, of(chapter)),
      ]
      for (const answer of await Promise.all([...asked, ...read].map(problemFrom)))
        expect(answer).toMatchObject({ status: 403 })
    }
  })

  test('gets a link that leads to this chapter of this book alone', async () => {
    const [chapter, other] = [await add(), await add()]
    const { url } = await site.api(author)(calls.getChapterFile, of(chapter))
    expect((await get(url.replace(chapter._id, other._id))).status).toBe(403)
    expect((await get(url.replace(`chapter/${id}`, `edition/${id}`).replace(`/${chapter._id}`, ''))).status).toBe(403)
    const { url: ofReader } = await site.api(reader)(getBookFile, { params: { id } })
    const { search } = new URL(ofReader, 'http://x')
    expect((await get(`/files/chapter/${id}/${chapter._id}${search}`)).status).toBe(403)
  })

  test('is told why none can be added', async () => {
    const manuscript = id
    id = (await site.aBook(author))._id
    expect(await list()).toMatchObject({ obstacle: 'no-manuscript' })
    expect(await problemFrom(add())).toMatchObject({ status: 409, message: expect.stringContaining('manuscript') })
    expect((await site.api(author)(getOwnBook, { params: { id } })).takesChapters).toBe(false)
    id = manuscript
    const chapter = await add()
    await site.api(author)(setBookState, { params: { id }, body: { state: 'withdrawn' } })
    expect(await list()).toMatchObject({ obstacle: 'not-published' })
    for (const refused of await Promise.all([add(), publish(chapter)].map(problemFrom)))
      expect(refused).toMatchObject({ status: 409, message: 'This book is not published.' })
  })
})

describe('the files of a chapter', () => {
  test('are verified and swept as those of a book, count in the quota, and are deleted with it', async () => {
    await add()
    const old = new Date(Date.now() + 60_000)
    expect(await sweepFiles(site.services, old)).toMatchObject({ removed: 0 })
    const { pdf, manuscriptBytes } = await site.services.db
      .selectFrom('chapters')
      .selectAll()
      .where('bookId', '=', id)
      .executeTakeFirstOrThrow()
    const manuscript = (pdf ?? '').replace('-made.epub', '.manuscript')
    await site.services.storage.put(manuscript, Buffer.from('damaged'))
    await sql`delete from file_scrubs`.execute(site.services.db)
    expect((await scrubFiles(site.services)).damaged).toContain(pdf)
    expect(manuscriptBytes).toBe('They crossed the cold water.\n'.length)
    expect((await storedFiles()).join()).toContain(manuscript)
    await site.api(author)(deleteBook, { params: { id } })
    expect((await storedFiles()).join()).not.toContain(manuscript)
  })

  test('are in the export of their author, and end with the account', async () => {
    const writer = await site.anAuthor()
    id = await aManuscriptBook(site, writer)
    const chapter = await add({ comingAt: tomorrow() }, writer)
    const { documents, files } = await personalBooks.exportOf(site.services, writer._id)
    const name = `books/${id}/chapters/${chapter._id}/manuscript/chapter.md`
    expect(documents).toMatchObject({ books: [{ chapters: [{ title: chapter.title, manuscript: name }] }] })
    const { key = '' } = (files ?? []).find((file) => file.name === name) ?? {}
    expect((await storedFiles()).join()).toContain(key)
    const { db } = site.services
    const removeFiles = await db
      .transaction()
      .execute(async (trx) =>
        personalBooks.deleteFor?.(site.services, trx, { userIds: [writer._id], deleteBooks: false } as never),
      )
    await removeFiles?.()
    expect(await db.selectFrom('chapters').selectAll().where('bookId', '=', id).execute()).toEqual([])
    expect((await storedFiles()).join()).not.toContain(key)
  })

  test('may not be more than the author’s books may take', async () => {
    const admin = await site.anAdmin()
    await site.services.db
      .updateTable('books')
      .set({ pdfBytes: 1024 ** 3 })
      .where('id', '=', id)
      .execute()
    await site.api(admin)(updateSiteSettings, { body: { maxGigabytesPerAuthor: 1 } as never })
    expect(await problemFrom(add())).toMatchObject({ status: 409, message: expect.stringContaining('GB') })
    await site.api(admin)(updateSiteSettings, { body: { maxGigabytesPerAuthor: 100 } as never })
  })
})

describe('a planned chapter', () => {
  const shown = () => site.api(reader)(getBook, { params: { id } })
  const comingOf = async () => (await shown()).comingChapter

  test('is announced by its title, comes at its time, and comes once', async () => {
    const at = tomorrow()
    await add({ comingAt: at })
    await add({ title: 'Later', comingAt: new Date(Date.parse(at) + DAY_MS).toISOString() })
    expect(await comingOf()).toEqual({ title: 'Chapter 3: The Ford', at })
    await runDue()
    expect(await chaptersOfBook()).toEqual(['Dusk', 'Dawn'])
    expect((await shown()).latestChapter).toBeUndefined()
    site.skip(DAY_MS + 1000)
    await Promise.all([runDue(), runDue()])
    expect(await chaptersOfBook()).toEqual(['Dusk', 'Dawn', 'Chapter 3: The Ford'])
    await runDue()
    expect((await versions()).map(({ note }) => note)).toEqual(['Chapter 3: The Ford', null])
    site.skip(DAY_MS)
    await runDue()
    expect(await chaptersOfBook()).toEqual(['Dusk', 'Dawn', 'Chapter 3: The Ford', 'Later'])
    expect(await comingOf()).toBeUndefined()
    expect((await shown()).latestChapter).toEqual({ title: 'Later', at: expect.any(String) })
    await site.api(author)(restoreVersion, { params: { id, number: '1' }, body: {} })
    expect((await shown()).latestChapter).toBeUndefined()
  })

  test('can get another time, or none', async () => {
    const chapter = await add({ comingAt: tomorrow() })
    const later = new Date(Date.parse(tomorrow()) + DAY_MS).toISOString()
    expect(await change(chapter, { comingAt: later })).toMatchObject({ comingAt: later })
    expect(await comingOf()).toMatchObject({ at: later })
    expect(await change(chapter, { comingAt: '' })).toMatchObject({ comingAt: null })
    expect(await comingOf()).toBeUndefined()
    site.skip(3 * DAY_MS)
    await runDue()
    expect(await chaptersOfBook()).toEqual(['Dusk', 'Dawn'])
  })

  test('that can not be added stays with what went wrong, those after it wait, and it can be published when that is mended', async () => {
    const chapter = await add({ comingAt: tomorrow() })
    await add({ title: 'Next', comingAt: tomorrow() })
    const form = new FormData()
    form.set('pdfFile', new Blob([new Uint8Array(aPdf(2))]), 'a.pdf')
    await site.api(author)(editBook, { params: { id }, body: form })
    site.skip(DAY_MS + 1000)
    await runDue()
    await runDue()
    expect((await list()).chapters).toMatchObject([
      { title: 'Chapter 3: The Ford', failure: expect.stringContaining('manuscript'), comingAt: expect.any(String) },
      { title: 'Next', failure: null, comingAt: expect.any(String) },
    ])
    expect((await site.api(author)(calls.getChapter, of(chapter))).text).toBe('They crossed the cold water.\n')
    await site.api(author)(restoreVersion, { params: { id, number: '1' }, body: {} })
    expect(await publish(chapter)).toMatchObject({ failure: null, comingAt: null })
    await runDue()
    expect(await chaptersOfBook()).toEqual(['Dusk', 'Dawn', 'Chapter 3: The Ford', 'Next'])
  })

  test('whose file is lost does not become part of the book, and its author is told', async () => {
    const chapter = await add({ comingAt: tomorrow() })
    const { pdf } = await site.services.db
      .selectFrom('chapters')
      .select('pdf')
      .where('id', '=', chapter._id)
      .executeTakeFirstOrThrow()
    await site.services.storage.remove((pdf ?? '').replace('-made.epub', '.manuscript'))
    site.skip(DAY_MS + 1000)
    await runDue()
    const failure = 'The file of this chapter is missing. Please upload it again.'
    expect((await list()).chapters).toMatchObject([{ failure, comingAt: expect.any(String) }])
    expect(await problemFrom(publish(chapter))).toMatchObject({ status: 409, message: failure })
    expect((await sweepFiles(site.services, new Date(Date.now() + 60_000))).missing).toEqual([id])
    await change(chapter, { text: 'They crossed.\n' })
    await runDue()
    expect(await chaptersOfBook()).toEqual(['Dusk', 'Dawn', 'Chapter 3: The Ford'])
  })

  test('of a book whose manuscript is lost stays with what is missing', async () => {
    await add({ comingAt: tomorrow() })
    const { pdf } = await site.services.db
      .selectFrom('books')
      .select('pdf')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await site.services.storage.remove(pdf.replace('-made.epub', '.manuscript'))
    site.skip(DAY_MS + 1000)
    await runDue()
    const failure = 'The manuscript of this book is missing. Please upload it again.'
    expect((await list()).chapters).toMatchObject([{ failure, comingAt: expect.any(String) }])
  })

  test('comes although many that were due before it can not be read', async () => {
    const { db, storage } = site.services
    const comingAt = site.services.now()
    const manuscript = { manuscriptName: 'a.md', manuscriptBytes: 1 }
    const broken = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        site.aBookRow(author, { format: 'epub', pdf: `epub/${n}-made.epub`, ...manuscript }),
      ),
    )
    await db
      .insertInto('chapters')
      .values(
        broken.map((bookId) => ({
          bookId,
          title: 'Broken',
          createdAt: comingAt,
          comingAt,
          pdfBytes: 1,
          pageCount: 1,
          pdf: `epub/broken-${bookId}-made.epub`,
          ...manuscript,
        })),
      )
      .execute()
    await add({ comingAt: tomorrow() })
    site.skip(DAY_MS + 1000)
    const read: typeof storage.read = (key, part) => {
      if (key.startsWith('epub/broken-')) throw Object.assign(new Error('i/o error'), { code: 'EIO' })
      return storage.read(key, part)
    }
    const services = { ...site.services, storage: { ...storage, read } }
    await runDue(services)
    await runDue(services)
    expect(await chaptersOfBook()).toEqual(['Dusk', 'Dawn', 'Chapter 3: The Ford'])
    await db.deleteFrom('books').where('id', 'in', broken).execute()
  })

  test('of a withdrawn book waits until the book is published again', async () => {
    await add({ comingAt: tomorrow() })
    const set = (state: 'published' | 'withdrawn') =>
      site.api(author)(setBookState, { params: { id }, body: { state } })
    await set('withdrawn')
    site.skip(DAY_MS + 1000)
    await runDue()
    expect((await versions()).length).toBe(1)
    await set('published')
    await runDue()
    expect(await chaptersOfBook()).toEqual(['Dusk', 'Dawn', 'Chapter 3: The Ford'])
  })

  test('of a suspended author waits until the suspension ends', async () => {
    const writer = await site.anAuthor()
    id = await aManuscriptBook(site, writer)
    await add({ comingAt: tomorrow() }, writer)
    site.skip(DAY_MS + 1000)
    const suspend = () =>
      site.services.db
        .updateTable('users')
        .set({ suspendedAt: site.services.now(), suspendedUntil: tomorrow(), suspensionReason: 'Spam.' })
        .where('id', '=', writer._id)
        .execute()
    const inspect: typeof inspector.inspect = async (...given) => {
      await suspend()
      return inspector.inspect(...given)
    }
    await publishDueChapters(site.services, () => ({ inspect, close: () => {} }))
    await runDue()
    expect(await chaptersOfBook()).toEqual(['Dusk', 'Dawn'])
    site.skip(DAY_MS + 1000)
    await runDue()
    expect(await chaptersOfBook()).toEqual(['Dusk', 'Dawn', 'Chapter 3: The Ford'])
  })

  test('of a book under a pen name says its name alone', async () => {
    const { _id: penName } = await site.api(author)(createPenName, { body: { name: 'Nobody', about: '', links: [] } })
    const form = aBookForm({ pdf: new Blob(['# A\n\nText.\n']), pdfFileName: 'a.md' })
    form.set('penName', penName)
    id = (await site.api(author)(publishBook, { body: form })).book._id
    const name = 'wilhelmina-realname.md'
    await add({ text: '---\nauthor: Wilhelmina Realname\n---\nWords.\n', name, comingAt: tomorrow() })
    await site.api(author)(askCoAuthor, { params: { id }, body: { username: reader.username } })
    await site.api(reader)(answerCoAuthorship, { params: { id }, body: { agrees: true } })
    expect((await list(reader)).chapters).toMatchObject([{ file: { name: 'chapter.md' } }])
    expect((await list()).chapters).toMatchObject([{ file: { name } }])
    site.skip(DAY_MS + 1000)
    await runDue()
    const { downloadUrl = '' } = await site.api(reader)(getBookFile, { params: { id } })
    const zip = await openZip((await get(downloadUrl)).bytes)
    const text = zip.names.map((name) => zip.read(name)?.toString()).join('\n')
    expect([text.includes('Nobody'), text.includes('Realname')]).toEqual([true, false])
    const row = sql<{ penName: string }>`select pen_name_id as "penName" from books where id = ${id}`
    expect((await row.execute(site.services.db)).rows[0]).toMatchObject({ penName })
  })
})
