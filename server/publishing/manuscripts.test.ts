import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import * as books from '#contract/books.ts'
import { answerCoAuthorship, askCoAuthor } from '#contract/co-authors.ts'
import { createPenName } from '#contract/pen-names.ts'
import * as calls from '#contract/publishing.ts'
import { getManuscript, listVersions, removeVersion, restoreVersion } from '#contract/versions.ts'
import { coverKey } from '#server/books/cover-key.ts'
import { aDocx, heading, paragraph } from '#server/formats/epub/manuscript/testing-docx.ts'
import { aMobi, anAzw3 } from '#server/formats/epub/manuscript/mobi/testing-mobi.ts'
import { aFictionBook } from '#server/formats/epub/manuscript/testing-fb2.ts'
import { anOdt, odtHeading, odtParagraph } from '#server/formats/epub/manuscript/testing-odt.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { openBookInspector } from '#server/formats/formats.ts'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { aBookForm, aPicture } from '#server/testing/book-form.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { ownerPolicy } from './book-policy.ts'
import { personalBooks } from './personal-books.ts'
import { asPublisher } from './chapters/publish-chapter.ts'
import { scrubFiles } from './files/scrub-files.ts'
import { sweepFiles } from './files/sweep-files.ts'
import { expectNothingStored, remainsOf } from './testing-uploads.ts'
import { updateBook } from './update-book.ts'

const MARKDOWN = `---
title: The Lamp
author: [Ottoline Marsh, Ida Fenn]
lang: en-GB
description: Every dusk.
---
# Dusk

The lamps were lit[^1] one by one. <blink>Raw</blink>

# Dawn

They were put out.

[^1]: By hand.
`

let site: TestSite
let author: Person
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
  reader = await site.aReader()
})
afterAll(() => site.close())

const aManuscript = (content: string | Uint8Array, name: string, words: object = {}) =>
  aBookForm({
    pdf: new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
    pdfFileName: name,
    ...words,
  })
const publish = (body: FormData) => site.api(author)(calls.publishBook, { body })
const get = async (url: string) => {
  const answer = await site.app.inject({ method: 'GET', url })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}
const downloadOf = async (id: string) => {
  const { downloadUrl } = await site.api(reader)(books.getBookFile, { params: { id } })
  return get(downloadUrl ?? '')
}

/** What the EPUB of a book says of it. */
const entryIn = async (id: string) => {
  const { bytes } = await downloadOf(id)
  const files = unzipSync(bytes)
  return {
    opf: strFromU8(files['EPUB/package.opf'] ?? new Uint8Array()),
    cover: Buffer.from(files['EPUB/cover.jpg'] ?? []),
    manifest: (await ingest(bytes)).manifest,
  }
}
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

describe('an EPUB that is made of a manuscript', () => {
  const details = {
    series: 'The Lantern Road',
    seriesNumber: '3',
    licence: 'cc-by-sa',
    year: '1924',
    isbn: '9780306406157',
  }

  test('says what the catalog says: identifier, words, series, publisher, licence, year and cover', async () => {
    const { book } = await publish(aManuscript(MARKDOWN, 'lamp.md', { ...details, tags: 'lamps, night' }))
    const { opf, cover, manifest } = await entryIn(book._id)
    expect(manifest.findings).toEqual([])
    expect(manifest.metadata).toMatchObject({
      title: 'The Lamplighter’s Almanac',
      authors: [{ name: 'Ottoline Marsh' }],
      series: { name: 'The Lantern Road', position: '3' },
      published: '1924',
      isbn: '9780306406157',
      subjects: ['lamps', 'night'],
      description: (await site.api()(books.getBook, { params: { id: book._id } })).caption,
    })
    expect(opf).toContain(`<dc:identifier id="id">urn:uuid:${book._id}</dc:identifier>`)
    expect(opf).toContain('<dc:rights>https://creativecommons.org/licenses/by-sa/4.0/</dc:rights>')
    // The name of an account would stay there once the account is deleted, and is there only as that of the author.
    expect(opf).not.toContain(author.username)
    const own = await publish(aManuscript(MARKDOWN, 'lamp.md', { author: author.username }))
    expect((await entryIn(own.book._id)).opf).toContain(`<dc:publisher>${author.username}</dc:publisher>`)
    expect(manifest.cover).toContain('cover.jpg')
    expect(cover.subarray(0, 3)).toEqual(JPEG)
  })

  test('keeps its identifier in each version, whose time, words and cover are others', async () => {
    const { book } = await publish(aManuscript(MARKDOWN, 'lamp.md', details))
    const params = { id: book._id }
    const first = await entryIn(book._id)
    await site.services.db
      .insertInto('coAuthors')
      .values({ bookId: book._id, name: 'Ida Fenn', state: 'named', place: 1 })
      .execute()
    const form = new FormData()
    form.set('pdfFile', new Blob([`${MARKDOWN}\nAnd lit again.\n`]), 'lamp.md')
    form.set('series', 'The Long Road')
    form.set('image', aPicture(), 'cover.png')
    site.skip(60_000)
    await site.api(author)(calls.editBook, { params, body: form as never })
    const second = await entryIn(book._id)
    expect(second.opf).toContain(`urn:uuid:${book._id}</dc:identifier>`)
    expect(second.manifest.metadata).toMatchObject({
      authors: [{ name: 'Ottoline Marsh' }, { name: 'Ida Fenn' }],
      series: { name: 'The Long Road', position: '3' },
      published: '1924',
    })
    expect(timeIn(second.opf)).toBeGreaterThan(timeIn(first.opf))
    expect(second.cover.equals(first.cover)).toBe(false)
    const again = new FormData()
    again.set('pdfFile', new Blob([MARKDOWN]), 'lamp.md')
    await site.api(author)(calls.editBook, { params, body: again as never })
    expect((await entryIn(book._id)).cover.equals(second.cover)).toBe(true)
  })

  test('has no cover of its own by having that of its book', async () => {
    const { book } = await publish(aManuscript(MARKDOWN, 'lamp.md'))
    const edit = site.api(author)(calls.editBook, { params: { id: book._id }, body: { cover: 'file' } as never })
    expect(await problemFrom(edit)).toMatchObject({
      status: 400,
      errors: { cover: expect.stringContaining('no cover') },
    })
  })

  test('is made without a cover whose file is damaged or missing', async () => {
    const { book } = await publish(aManuscript(MARKDOWN, 'lamp.md', { title: 'A Cover Lost' }))
    const { cover } = await site.services.db
      .selectFrom('books')
      .select('cover')
      .where('id', '=', book._id)
      .executeTakeFirstOrThrow()
    const key = coverKey(cover, '-640.webp')
    const edit = async (more: string) => {
      const form = new FormData()
      form.set('pdfFile', new Blob([`${MARKDOWN}\n${more}\n`]), 'lamp.md')
      await site.api(author)(calls.editBook, { params: { id: book._id }, body: form as never })
      return (await entryIn(book._id)).cover
    }
    const { storage } = site.services
    const whole = await buffer(storage.read(key))
    await storage.put(key, Buffer.from('damaged'))
    expect(await edit('And lit again.')).toHaveLength(0)
    await storage.remove(key)
    expect(await edit('And once more.')).toHaveLength(0)
    await storage.put(key, whole)
  })

  test('is not made of a book that is deleted meanwhile', async () => {
    const { book } = await publish(aManuscript(MARKDOWN, 'lamp.md'))
    const path = join(site.services.storage.tempFolder, 'meanwhile.md')
    await writeFile(path, MARKDOWN)
    const inspector = openBookInspector()
    const inspect: typeof inspector.inspect = async (...file) => {
      await site.api(author)(calls.deleteBook, { params: { id: book._id } })
      return inspector.inspect(...file)
    }
    const file = { path, bytes: MARKDOWN.length, fileName: 'lamp.md', field: 'pdfFile' }
    const update = { id: book._id, policy: ownerPolicy(asPublisher(author._id)), change: { file } }
    try {
      expect(await problemFrom(updateBook(site.services, inspect, update))).toMatchObject({ status: 404 })
    } finally {
      inspector.close()
      await rm(path)
    }
  })

  test('under a pen name says nothing of the account', async () => {
    const penName = await site.api(author)(createPenName, { body: { name: 'Quill Ashdown', about: '', links: [] } })
    const { book } = await publish(aManuscript(MARKDOWN, 'lamp.md', { penName: penName._id }))
    const { opf } = await entryIn(book._id)
    expect(opf).toContain('Quill Ashdown')
    for (const name of [author.username, 'Ida Fenn', 'dc:publisher']) expect(opf).not.toContain(name)
  })

  test('is told to be of the same manuscript as that of somebody else', async () => {
    const content = `${MARKDOWN}\nOnly here.\n`
    const { book } = await publish(aManuscript(content, 'lamp.md', { title: 'The First of Two' }))
    const other = await site.anAuthor()
    const inspect = (file: string | Uint8Array, name: string) => {
      const form = new FormData()
      form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name)
      return site.api(other)(calls.inspectFile, { body: form })
    }
    expect((await inspect(content, 'mine.md')).sameFile?._id).toBe(book._id)
    expect((await inspect((await downloadOf(book._id)).bytes, 'mine.epub')).sameFile?._id).toBe(book._id)
    expect((await inspect(`${content}\nMine.\n`, 'mine.md')).sameFile).toBeNull()
  })
})

const timeIn = (opf: string) => Date.parse(/dcterms:modified">([^<]+)</.exec(opf)?.[1] ?? '')

describe('a manuscript in Markdown', () => {
  test('is published as an EPUB, which readers download', async () => {
    const { book, findings } = await publish(aManuscript(MARKDOWN, 'the lamp.md'))
    expect(book).toMatchObject({ format: 'epub', title: 'The Lamplighter’s Almanac' })
    expect(findings).toEqual([expect.stringContaining('HTML (in “Dusk”)')])
    const { headers, bytes } = await downloadOf(book._id)
    expect(headers['content-disposition']).toContain('filename="The_Lamplighters_Almanac_-_Ottoline_Marsh.epub"')
    const { manifest, chapters } = await ingest(bytes)
    expect(manifest.metadata).toMatchObject({ title: 'The Lamplighter’s Almanac', languages: ['en-GB'] })
    expect(chapters.map(({ title }) => title)).toEqual([null, null, 'Dusk', 'Dawn'])
  })

  test('fills the form', async () => {
    const form = new FormData()
    form.set('file', new Blob([MARKDOWN]), 'lamp.md')
    const facts = await expectNothingStored(site, () => site.api(author)(calls.inspectFile, { body: form }))
    expect(facts).toMatchObject({
      format: 'epub',
      title: 'The Lamp',
      author: 'Ottoline Marsh, Ida Fenn',
      language: 'en-GB',
      description: 'Every dusk.',
      cover: null,
      findings: [expect.stringContaining('HTML')],
    })
  })

  test('shows its contents before it is published, and its words beside those of the book where they differ', async () => {
    const form = new FormData()
    form.set('file', new Blob(['# One\n\nSeen %%ask the editor%% words.\n\n# Two\n\n## Below\n\nEnd.']), 'lamp.md')
    const { preview } = await site.api(author)(calls.inspectFile, { body: form })
    expect(preview).toEqual({
      contents: [
        { level: 1, label: 'One' },
        { level: 1, label: 'Two' },
        { level: 2, label: 'Below' },
      ],
      differences: [{ before: 'One Seen', file: 'ask the editor', book: '' }],
    })
  })

  test('is deleted with all that was made of it', async () => {
    const before = await remainsOf(site)
    const { book } = await publish(aManuscript(MARKDOWN, 'lamp.md'))
    const added = (await remainsOf(site)).files.filter(
      (file) => file.startsWith('files/epub') && !before.files.includes(file),
    )
    expect(added.map((file) => /\.\w+$/.exec(file)?.[0])).toEqual(
      expect.arrayContaining(['.edition', '.epub', '.manuscript']),
    )
    await site.api(author)(calls.deleteBook, { params: { id: book._id } })
    const left = (await remainsOf(site)).files.filter((file) => file.startsWith('files/epub'))
    expect(left).toEqual(before.files.filter((file) => file.startsWith('files/epub')))
  })

  test('that is no text is refused in words', async () => {
    const refused = await expectNothingStored(site, () =>
      problemFrom(publish(aManuscript(Buffer.from([0xc3, 0x28, 0x61]), 'lamp.md'))),
    )
    expect(refused).toMatchObject({ status: 422, errors: { pdfFile: expect.stringContaining('UTF-8') } })
    expect(await problemFrom(publish(aManuscript('\n', 'lamp.md')))).toMatchObject({
      status: 422,
      message: 'There is no text in this manuscript.',
    })
  })
})

describe('the manuscript itself', () => {
  const manuscriptOf = (id: string, number = 1, person = author) =>
    site.api(person)(getManuscript, { params: { id, number: String(number) } })
  const versionsOf = (id: string) => site.api(author)(listVersions, { params: { id } })
  const change = (id: string, form: FormData) => site.api(author)(calls.editBook, { params: { id }, body: form })
  const onlyFile = (content: string, name: string) => {
    const form = new FormData()
    form.set('pdfFile', new Blob([content]), name)
    return form
  }

  test('is given back to its author as it was, by a link that is for nobody else', async () => {
    const { book } = await publish(aManuscript(MARKDOWN, 'Die Lampe, 2. Fassung.markdown'))
    const { name, downloadUrl } = await manuscriptOf(book._id)
    expect(name).toBe('Die_Lampe_2._Fassung.md')
    const { status, headers, bytes } = await get(downloadUrl)
    expect([status, bytes.toString()]).toEqual([200, MARKDOWN])
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="The_Lamplighters_Almanac_-_Ottoline_Marsh.md"/,
      ),
      'content-security-policy': expect.stringMatching(/; sandbox$/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=900',
    })
    const { downloadUrl: forReaders } = await site.api(reader)(books.getBookFile, { params: { id: book._id } })
    const search = new URL(forReaders ?? '', 'http://x').search
    expect((await get(`/files/manuscript/${book._id}/a.md${search}`)).status).toBe(404)
    await site.services.db.updateTable('books').set({ downloads: 'none' }).where('id', '=', book._id).execute()
    const { downloadUrl: forModerators } = await site.api(await site.aModerator())(books.getBookFile, {
      params: { id: book._id },
    })
    const { search: saving } = new URL(forModerators ?? '', 'http://x')
    expect((await get(`/files/manuscript/${book._id}/a.md${saving}`)).status).toBe(404)
    await site.services.db.updateTable('books').set({ downloads: null }).where('id', '=', book._id).execute()
    expect((await get(`/files/manuscript/${book._id}/a.md`)).status).toBe(403)
    for (const person of [reader, await site.anAuthor(), await site.anAdmin()])
      expect(await problemFrom(manuscriptOf(book._id, 1, person))).toMatchObject({ status: 403 })
  })

  test('is given to a co-author as long as that is one, and so is what may be saved', async () => {
    const { book } = await publish(aManuscript(MARKDOWN, 'lamp.md'))
    await site.services.db.updateTable('books').set({ downloads: 'none' }).where('id', '=', book._id).execute()
    const params = { id: book._id, number: '1' }
    const friend = await site.aReader()
    await site.api(author)(askCoAuthor, { params, body: { username: friend.username } })
    await site.api(friend)(answerCoAuthorship, { params, body: { agrees: true } })
    const { downloadUrl } = await manuscriptOf(book._id, 1, friend)
    const { downloadUrl: saving } = await site.api(friend)(calls.getOwnBookFile, { params })
    expect([(await get(downloadUrl)).status, (await get(saving ?? '')).status]).toEqual([200, 200])
    await site.services.db.deleteFrom('coAuthors').where('bookId', '=', book._id).execute()
    expect([(await get(downloadUrl)).status, (await get(saving ?? '')).status]).toEqual([404, 403])
  })

  test('is that of each version, counts in the quota, and goes with its version', async () => {
    const { book } = await publish(aManuscript(MARKDOWN, 'one.md'))
    const second = MARKDOWN.replace('one by one', 'at once')
    await change(book._id, onlyFile(second, 'two.md'))
    await change(book._id, aBookForm())
    expect((await versionsOf(book._id)).map(({ format, manuscript }) => [format, manuscript?.name])).toEqual([
      ['pdf', undefined],
      ['epub', 'two.md'],
      ['epub', 'one.md'],
    ])
    expect((await get((await manuscriptOf(book._id, 1)).downloadUrl)).bytes.toString()).toBe(MARKDOWN)
    expect((await get((await manuscriptOf(book._id, 2)).downloadUrl)).bytes.toString()).toBe(second)
    expect(await problemFrom(manuscriptOf(book._id, 3))).toMatchObject({ status: 404 })
    await site.api(author)(restoreVersion, { params: { id: book._id, number: '1' }, body: {} })
    expect((await get((await manuscriptOf(book._id, 4)).downloadUrl)).bytes.toString()).toBe(MARKDOWN)
    const before = (await remainsOf(site)).files
    await site.api(author)(removeVersion, { params: { id: book._id, number: '2' } })
    const after = (await remainsOf(site)).files
    const removed = before.filter((file) => !after.includes(file))
    expect(removed.map((file) => /\.\w+$/.exec(file)?.[0]).toSorted()).toEqual(['.edition', '.epub', '.manuscript'])
  })

  const publisherOf = async (id: string) => {
    const row = site.services.db.selectFrom('books').select('publisherId').where('id', '=', id)
    return (await row.executeTakeFirstOrThrow()).publisherId ?? ''
  }

  test('is in the export of its author, and is verified and swept like the file', async () => {
    const writer = await site.anAuthor()
    const { book } = await site.api(writer)(calls.publishBook, { body: aManuscript(MARKDOWN, 'one.md') })
    const { documents, files } = await personalBooks.exportOf(site.services, await publisherOf(book._id))
    expect(documents).toMatchObject({ books: [{ manuscript: `books/${book._id}/manuscript/one.md` }] })
    const { key } = (files ?? []).find(({ name }) => name.endsWith('/manuscript/one.md')) ?? { key: '' }
    const { downloadUrl } = await manuscriptOf(book._id, 1, writer)
    await site.services.storage.put(key, Buffer.from('damaged'))
    expect((await get(downloadUrl)).status).toBe(503)
    expect((await scrubFiles(site.services)).damaged).toEqual([key.replace('.manuscript', '-made.epub')])
    const old = new Date(Date.now() + 60_000)
    expect(await sweepFiles(site.services, old)).toMatchObject({ removed: 0, missing: [] })
    await site.services.storage.remove(key)
    expect((await sweepFiles(site.services, old)).missing).toEqual([book._id])
    await site.services.storage.put(`epub/${crypto.randomUUID()}.manuscript`, Buffer.from('left over'))
    expect((await sweepFiles(site.services, old)).removed).toBe(1)
    await site.api(writer)(calls.deleteBook, { params: { id: book._id } })
  })

  test('is kept of a draft, whose next one takes its place', async () => {
    const begun = await site.api(author)(calls.beginDraft, { body: onlyFile(MARKDOWN, 'draft.md') })
    const id = begun.book._id
    expect(begun.book).toMatchObject({ format: 'epub', state: 'draft' })
    expect(begun.findings).toEqual([expect.stringContaining('HTML')])
    expect((await get((await manuscriptOf(id)).downloadUrl)).bytes.toString()).toBe(MARKDOWN)
    expect(await problemFrom(manuscriptOf(id, 1, reader))).toMatchObject({ status: 404 })
    await site.api(author)(calls.saveDraft, { params: { id }, body: onlyFile('# Other\n\nText.', 'other.md') })
    const files = (await remainsOf(site)).files.filter((file) => file.endsWith('.manuscript'))
    expect((await manuscriptOf(id)).name).toBe('other.md')
    await site.api(author)(calls.deleteBook, { params: { id } })
    expect((await remainsOf(site)).files.filter((file) => file.endsWith('.manuscript'))).toHaveLength(files.length - 1)
  })
})

describe('the name of its author', () => {
  const REAL = 'Wilhelmina Realname'
  const secret = () => aDocx({ core: `<dc:creator>${REAL}</dc:creator>`, body: heading('Dusk') + paragraph('Lamps.') })
  let penName: string
  beforeAll(async () => {
    penName = (await site.api(author)(createPenName, { body: { name: 'Nobody Known', about: '', links: [] } }))._id
  })
  const begin = async () => {
    const body = aManuscript(secret(), 'a.docx', { author: REAL })
    return (await site.api(author)(calls.beginDraft, { body })).book._id
  }
  const setState = (id: string, body: { state: 'published' } | { state: 'planned'; publishAt: string }) =>
    site.api(author)(calls.setBookState, { params: { id }, body })
  const form = (fields: Record<string, string>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    return body
  }
  const namesIn = async (bytes: Buffer) => {
    const zip = await openZip(bytes)
    const text = zip.names.map((name) => zip.read(name)?.toString()).join('\n')
    return ['Nobody Known', REAL, 'Ida Fenn'].filter((name) => text.includes(name))
  }
  const namesOf = async (id: string) => namesIn((await downloadOf(id)).bytes)

  test('is the one in the form, whatever the file says', async () => {
    const { book } = await publish(aManuscript(secret(), 'a.docx', { author: 'Ida Fenn' }))
    expect(await namesOf(book._id)).toEqual(['Ida Fenn'])
    const hidden = aManuscript(secret(), 'a.docx', { author: REAL })
    hidden.set('penName', penName)
    expect(await namesOf((await publish(hidden)).book._id)).toEqual(['Nobody Known'])
  })

  test('is the one that a draft has when it is published', async () => {
    const id = await begin()
    await site.api(author)(calls.saveDraft, { params: { id }, body: form({ penName, title: 'Other' }) })
    await setState(id, { state: 'published' })
    expect(await namesOf(id)).toEqual(['Nobody Known'])
    const { manifest } = await ingest((await downloadOf(id)).bytes)
    expect(manifest.metadata.title).toBe('Other')
  })

  test('is made that of a planned book when it changes', async () => {
    const id = await begin()
    await setState(id, { state: 'planned', publishAt: new Date(Date.now() + DAY_MS).toISOString() })
    const own = async () => {
      const { downloadUrl } = await site.api(author)(calls.getOwnBookFile, { params: { id } })
      return namesIn((await get(downloadUrl ?? '')).bytes)
    }
    expect(await own()).toEqual([REAL])
    await site.api(author)(calls.editBook, { params: { id }, body: form({ penName }) })
    expect(await own()).toEqual(['Nobody Known'])
  })

  test('is told to stay in the EPUB of a book that has readers, and changes before it has', async () => {
    const keeps = async (id: string) => (await site.api(author)(calls.getOwnBook, { params: { id } })).keepsWords
    const [draft, plain] = [await begin(), (await publish(aBookForm())).book._id]
    expect([await keeps(draft), await keeps(plain)]).toEqual([false, false])
    await setState(draft, { state: 'published' })
    expect(await keeps(draft)).toBe(true)
    await site.api(author)(calls.editBook, { params: { id: draft }, body: form({ author: 'Ida Fenn' }) })
    expect(await namesOf(draft)).toEqual([REAL])
  })

  test('is told to no co-author by the manuscript of a book under a pen name', async () => {
    const { book } = await publish(aManuscript(secret(), 'a.docx', { author: REAL }))
    const params = { id: book._id, number: '1' }
    const friend = await site.aReader()
    await site.api(author)(askCoAuthor, { params, body: { username: friend.username } })
    await site.api(friend)(answerCoAuthorship, { params, body: { agrees: true } })
    const { downloadUrl } = await site.api(friend)(getManuscript, { params })
    expect((await get(downloadUrl)).status).toBe(200)
    await site.services.db.updateTable('books').set({ penNameId: penName }).where('id', '=', book._id).execute()
    expect((await get(downloadUrl)).status).toBe(404)
    expect(await problemFrom(site.api(friend)(getManuscript, { params }))).toMatchObject({ status: 404 })
    expect(await site.api(friend)(listVersions, { params })).toMatchObject([{ manuscript: null }])
    expect((await site.api(author)(getManuscript, { params })).name).toBe('a.docx')
    // Then there is no pen name any more that would hide it.
    await site.services.db
      .updateTable('books')
      .set({ penNameId: null, publisherId: null })
      .where('id', '=', book._id)
      .execute()
    expect((await get(downloadUrl)).status).toBe(404)
    expect(await problemFrom(site.api(friend)(getManuscript, { params }))).toMatchObject({ status: 404 })
    expect(await site.api(friend)(listVersions, { params })).toMatchObject([{ manuscript: null }])
  })
})

describe.each([
  ['Word', () => aDocx({ body: heading('Dusk') + paragraph('The lamps.') }), 'a.docx', '.docx'],
  ['a zip of Markdown', () => aZip([{ name: '1.md', data: '# Dusk\n\nThe lamps.\n' }]), 'a.zip', '.zip'],
  ['Word that calls itself an EPUB', () => aDocx({ body: paragraph('The lamps.') }), 'a.epub', '.docx'],
])('%s', (_, make, name, extension) => {
  test('is published, and given back', async () => {
    const { book } = await publish(aManuscript(make(), name))
    expect(book).toMatchObject({ format: 'epub' })
    const { chapters } = await ingest((await downloadOf(book._id)).bytes)
    expect(chapters.at(-1)?.text).toContain('The lamps.')
    const [version] = await site.api(author)(listVersions, { params: { id: book._id } })
    expect(version?.manuscript).toEqual({ name: `a${extension}`, bytes: make().length })
  })
})

describe('a file that can not be converted', () => {
  test.each([
    [
      'an old Word file',
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]),
      'a.doc',
      /as \.docx/,
    ],
    ['rich text', Buffer.from('{\\rtf1 words}'), 'a.rtf', /as \.docx/],
    [
      'a damaged document of LibreOffice',
      aZip([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' }]),
      'a.odt',
      /in LibreOffice, save it again/,
    ],
    ['a web page', Buffer.from('<!DOCTYPE html><html><p>words</p></html>'), 'a.html', /web page.*\.docx/],
    [
      'a Word file with a file that unpacks to very much',
      aDocx({ body: paragraph('x'), entries: { 'word/bomb.xml': Buffer.alloc(20 * 1024 * 1024) } }),
      'a.docx',
      /^This Word file holds a file that is far larger/,
    ],
    [
      'a zip archive with a password',
      aZip([{ name: 'one.md', data: '# One', stated: { flags: 0x801 } }]),
      'chapters.zip',
      /^This zip archive is locked with a password/,
    ],
    [
      'macros',
      aDocx({ body: paragraph('x'), mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
      'a.docm',
      /macros.*\.docx/,
    ],
  ])('%s is refused with what to do, and nothing of it is left', async (_, bytes, name, words) => {
    const problem = await expectNothingStored(site, () => problemFrom(publish(aManuscript(bytes, name))))
    expect(problem).toMatchObject({ status: 422, errors: { pdfFile: expect.stringMatching(words) } })
  })
})

describe('a manuscript without headings', () => {
  const title = (words: string) =>
    paragraph(`<w:r><w:br w:type="page"/></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>${words}</w:t></w:r>`)
  const bytes = aDocx({ body: ['Dusk', 'Dawn'].map((words) => title(words) + paragraph('Text.')).join('') })

  test('is told of its lines that look like titles, which are chapters if its author says so', async () => {
    const file = new FormData()
    file.set('file', new File([new Uint8Array(bytes)], 'lamp.docx'))
    const told = await site.api(author)(calls.inspectFile, { body: file })
    expect(told.chapterLines).toEqual(['Dusk', 'Dawn'])
    const headingsOf = async (id: string) =>
      (await ingest((await downloadOf(id)).bytes)).manifest.contents.map(({ label }) => label)
    const plain = await publish(aManuscript(bytes, 'plain.docx', { title: 'Plain' }))
    expect(await headingsOf(plain.book._id)).toEqual(['Plain'])
    const body = aManuscript(bytes, 'lamp.docx', { title: 'By looks' })
    body.set('chaptersByLooks', 'true')
    const { book } = await publish(body)
    expect(await headingsOf(book._id)).toEqual(['Dusk', 'Dawn'])
    const change = new FormData()
    change.set('chaptersByLooks', 'true')
    await site.api(author)(calls.editBook, { params: { id: plain.book._id }, body: change })
    expect(await headingsOf(plain.book._id)).toEqual(['Dusk', 'Dawn'])
  })
})

test.each([
  ['a.odt', 'application/vnd.oasis.opendocument.text'],
  ['a.txt', ''],
  ['a.fb2', 'application/x-fictionbook+xml'],
  ['a.fb2.zip', 'application/zip'],
  ['a.mobi', 'application/x-mobipocket-ebook'],
  ['a.azw3', ''],
])('%s is published as a manuscript, and downloaded as an EPUB', async (name) => {
  const fb2 = aFictionBook({ body: '<section><title><p>Chapter One</p></title><p>Text.</p></section>' })
  const contents: Record<string, string | Uint8Array> = {
    'a.odt': anOdt({ body: odtHeading('Chapter One') + odtParagraph('Text.') }),
    'a.mobi': aMobi({ html: '<h1>Chapter One</h1><p>Text.</p>' }),
    'a.azw3': anAzw3({ chapters: ['<h1>Chapter One</h1><p>Text.</p>'] }),
    'a.txt': 'Chapter One\n\nText.\n',
    'a.fb2': fb2,
    'a.fb2.zip': aZip([{ name: 'a.fb2', data: fb2 }]),
  }
  const { book } = await publish(aManuscript(contents[name] ?? '', name, { title: 'Of another kind' }))
  const [version] = await site.api(author)(listVersions, { params: { id: book._id } })
  expect(version?.manuscript?.name).toBe(name.replace('.fb2.zip', '.zip'))
  expect((await ingest((await downloadOf(book._id)).bytes)).manifest.contents.map(({ label }) => label)).toEqual([
    'Chapter One',
  ])
})

test.each([
  ['a.tex', '\\documentclass{book}', /pandoc/],
  ['a.rtf', '{\\rtf1 x}', /\.docx/],
  ['a.html', '<html><body>x</body></html>', /web page/],
  ['a.adoc', '= Title', /pandoc/],
  ['a.doc', 'words', /word processor/],
  ['a.xml', '<?xml version="1.0"?><?mso-application progid="Word.Document"?><x/>', /\.docx/],
])('%s is refused by what to do', async (name, content, words) => {
  const refused = await problemFrom(publish(aManuscript(content, name)))
  expect(refused).toMatchObject({ status: 422, message: expect.stringMatching(words) })
})
