import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unzipSync } from 'fflate'
import { createWorksLink, exportAccount } from '#contract/account-settings.ts'
import { getBookFile } from '#contract/books.ts'
import { addressOf } from '#contract/api/client.ts'
import { answerCoAuthorship, askCoAuthor } from '#contract/co-authors.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { createPenName } from '#contract/pen-names.ts'
import { editBook, getOwnBookFile, publishBook } from '#contract/publishing.ts'
import { savePosition } from '#contract/reading.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { shelveBook } from '#contract/shelves.ts'
import { getManuscript, listVersions } from '#contract/versions.ts'
import { aToken, basic } from '#server/accounts/api-tokens/testing-tokens.ts'
import { filesBelow } from '#server/exporting/testing-export.ts'
import { writeExport } from '#server/exporting/write-export.ts'
import { aDocx } from '#server/formats/epub/manuscript/testing-docx.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { nameDigest } from '#server/kosync/document-digest.ts'
import { savedNames } from '#server/kosync/saved-names.ts'
import { readDigests } from '#server/kosync/read-digests.ts'
import { allTold } from '#server/notices/testing-notices.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { aBookForm, aPdf } from '#server/testing/book-form.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { ACCESS } from './access-table.ts'
import { fieldsOf, nameOf } from './call-with.ts'

const PEN_NAME = 'Isolde Featherstone'
const UPLOAD = 'Zebediah Quorn - Secret novel FINAL'
/** What would give the author away, in addresses and as it was: too long to stand in a random token. */
const SECRET = /zebediah|secret.{0,3}novel/i
const PARAGRAPH = '<w:p><w:r><w:t>The feathers fell.</w:t></w:r></w:p>'
const UPLOADS: Record<string, () => Uint8Array> = {
  '.pdf': () => aPdf(3),
  '.epub': () => anEpub({ chapters: { one: '<p>The feathers fell.</p>' } }),
  '.docx': () => aDocx({ body: PARAGRAPH }),
  '.md': () => Buffer.from('The feathers fell.\n'),
  '.zip': () => aZip([{ name: 'one.md', data: '# One\n\nThe feathers fell.\n' }]),
}
const FORMATS = Object.keys(UPLOADS)
const titleOf = (extension: string) => `A Feather Apart ${extension.slice(1)}`
const savedAs = (extension: string, own = extension === '.pdf' ? '.pdf' : '.epub') =>
  `A_Feather_Apart_${extension.slice(1)}_-_Isolde_Featherstone${own}`

/** Of the names that apps and the site give to a file of a book, before and after its co-author agreed. */
const namesOf = (title: string, extension: string) =>
  [[], [{ name: people['co-author']?.username ?? '' }]].flatMap((coAuthors) =>
    savedNames({ title, author: PEN_NAME, coAuthors }, { extension: extension === '.pdf' ? '.pdf' : '.epub' }).map(
      nameDigest,
    ),
  )

let site: TestSite
let owner: Person
let people: Record<'visitor' | 'guest' | 'reader' | 'other author' | 'co-author' | 'moderator', Person | undefined>
const books: Record<string, string> = {}
let feedKey: string

beforeAll(async () => {
  site = await openTestSite({ pages: true })
  await site.startJobs()
  owner = await site.anAuthor({ username: 'Perpetua Lane' })
  const [guest, reader, other, coAuthor, moderator] = await Promise.all([
    site.aGuest(),
    site.aReader(),
    site.anAuthor(),
    site.anAuthor(),
    site.aModerator(),
  ])
  people = { visitor: undefined, guest, reader, 'other author': other, 'co-author': coAuthor, moderator }
  const { _id: penName } = await site.api(owner)(createPenName, { body: { name: PEN_NAME, about: '', links: [] } })
  for (const [extension, make] of Object.entries(UPLOADS)) {
    const form = aForm(make(), extension)
    form.set('title', titleOf(extension))
    form.set('penName', penName)
    form.set('series', 'The Twofold Tales')
    const { book } = await site.api(owner)(publishBook, { body: form })
    books[extension] = book._id
    const params = { id: book._id }
    // A second version, whose file was called the same.
    await site.api(owner)(editBook, { params, body: onlyFile(make(), extension) })
    await site.api(owner)(askCoAuthor, { params, body: { username: coAuthor.username } })
    await site.api(coAuthor)(answerCoAuthorship, { params, body: { agrees: true } })
    for (const person of [guest, reader, other]) {
      await site.api(person)(shelveBook, { params, body: { isWanted: true } })
      await site.api(person)(savePosition, {
        params,
        body: { device: { id: crypto.randomUUID(), name: 'Phone' }, page: 1, step: 1, seen: 0 },
      })
    }
  }
  await site.api(await site.anAdmin())(updateSiteSettings, { body: { libraryAccess: 'everyone' } })
  feedKey = basic(reader.email, (await aToken(site, reader, ['feeds'])).token)
  await readDigests(site.services, new AbortController().signal)
  await allTold(site)
  await site.jobsDone()
})
afterAll(() => site.close())

const upload = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])
const aForm = (bytes: Uint8Array, extension: string) =>
  aBookForm({ pdf: upload(bytes), pdfFileName: UPLOAD + extension })
const onlyFile = (bytes: Uint8Array, extension: string) => {
  const form = new FormData()
  form.set(
    'pdfFile',
    upload(Buffer.concat([bytes, Buffer.from(extension === '.md' ? 'They lay.\n' : '')])),
    UPLOAD + extension,
  )
  return form
}

const request = (url: string, person: Person | undefined, headers: Record<string, string> = {}, method = 'GET') =>
  inProcessFetch(site.app)(url, {
    method,
    headers: { ...headers, ...(person?.token && { authorization: `Bearer ${person.token}` }) },
    redirect: 'manual',
  })

/** Status, headers and body, with what addresses and headers encode as it is read. */
const textOf = async (answer: Response) => {
  const bytes = Buffer.from(await answer.arrayBuffer())
  const raw = `${answer.status} ${JSON.stringify([...answer.headers])} ${bytes.toString('latin1')}`
  return raw + raw.replace(/%[\da-f]{2}/gi, (one) => String.fromCharCode(Number.parseInt(one.slice(1), 16)))
}

const inputOf = (call: Endpoint, book: string) => {
  const things = {
    book,
    premium: book,
    report: book,
    webhook: book,
    import: book,
    provider: 'none',
    publisher: 'a@example.org',
    series: book,
    comment: book,
    list: book,
    reader: people.reader as Person,
  }
  const { params, ...rest } = ACCESS[nameOf(call)]?.input?.(things, 'reader') ?? {}
  const input = { ...rest, ...(params && { params: { ...params, ...('name' in params && { name: PEN_NAME }) } }) }
  if (!fieldsOf(call.query).includes('query')) return input
  return { ...input, query: { ...input.query, query: 'Feather' } }
}

describe.each(FORMATS)('the name of an upload that ends with %s', (extension) => {
  const book = () => books[extension] ?? ''

  test('is in no answer of any call to anybody else', async () => {
    const calls = site.served.filter(({ method, fileType }) => method === 'GET' && !fileType)
    const found = new Set<string>()
    let withTitle = 0
    for (const call of calls)
      await Promise.all(
        Object.entries(people).map(async ([who, person]) => {
          const text = await textOf(await request(addressOf(call, inputOf(call, book())), person))
          if (text.includes(titleOf(extension))) withTitle++
          if (SECRET.test(text)) found.add(`${who}: ${nameOf(call)}`)
        }),
      )
    expect([...found]).toEqual([])
    expect(withTitle).toBeGreaterThan(20)
  })

  test('is in no page, feed or catalogue', async () => {
    const id = book()
    const series = await site.services.db.selectFrom('books').select('seriesId').where('id', '=', id).executeTakeFirst()
    const name = encodeURIComponent(PEN_NAME)
    const urls = [
      `/books/${id}`,
      `/read/${id}`,
      `/books/${id}/code.svg`,
      '/',
      '/library',
      `/authors/${name}`,
      '/sitemap.xml',
      '/feed.xml',
      `/authors/${name}/feed.xml`,
      `/series/${series?.seriesId}/feed.xml`,
      '/search?query=Feather',
      ...['v1', 'v2'].flatMap((version) => [
        `/opds/${version}/new`,
        `/opds/${version}/books/${id}`,
        `/opds/${version}/authors/${name}`,
        `/opds/${version}/series/${series?.seriesId}`,
        `/opds/${version}/my/want`,
      ]),
      `/opds/get/${id}.${extension === '.pdf' ? 'pdf' : 'epub'}`,
    ]
    const found: string[] = []
    let withId = 0
    for (const url of urls)
      for (const person of [undefined, people.reader]) {
        const headers: Record<string, string> = person && url.startsWith('/opds') ? { authorization: feedKey } : {}
        const text = await textOf(await request(url, undefined, headers))
        if (text.includes(id)) withId++
        if (SECRET.test(text)) found.push(url)
      }
    expect(found).toEqual([])
    expect(withId).toBeGreaterThan(10)
  })

  test('is not in the address, the headers or the bytes of a file, which is called by title and pen name', async () => {
    for (const [who, person] of Object.entries(people)) {
      if (!person) continue
      const { url, downloadUrl = '' } = await site.api(person)(getBookFile, { params: { id: book() } })
      expect(decodeURIComponent(downloadUrl)).toContain(`/${savedAs(extension)}?`)
      for (const [at, link] of [url, downloadUrl].entries())
        for (const [method, headers] of [
          ['GET', {}],
          ['HEAD', {}],
          ['GET', { range: 'bytes=0-20' }],
          ['GET', { range: 'bytes=99999999-' }],
        ] as const) {
          const answer = await request(link, undefined, headers, method)
          const saved = answer.headers.get('content-disposition') ?? ''
          const text = await textOf(answer)
          expect([who, link, method, SECRET.test(text + link)]).toEqual([who, link, method, false])
          if (at === 1 && answer.ok)
            expect(saved).toBe(`attachment; filename="${savedAs(extension)}"; filename*=UTF-8''${savedAs(extension)}`)
        }
    }
  })

  test('is not in a link of its author either, and an old link serves the file under the new name', async () => {
    const { downloadUrl = '' } = await site.api(owner)(getOwnBookFile, { params: { id: book() } })
    expect(SECRET.test(downloadUrl)).toBe(false)
    const { url } = await site.api(people.reader)(getBookFile, { params: { id: book() } })
    const { downloadUrl: link = '' } = await site.api(people.reader)(getBookFile, { params: { id: book() } })
    const old = link.replace(savedAs(extension), encodeURIComponent(UPLOAD.replaceAll(' ', '_') + extension))
    expect(old).not.toBe(link)
    const answer = await request(old, undefined)
    expect([answer.status, SECRET.test(await textOf(answer))]).toEqual([200, false])
    // The inside of an EPUB, which is packed.
    if (extension !== '.pdf') {
      const file = unzipSync(new Uint8Array(await (await request(link, undefined)).arrayBuffer()))
      const inside = Object.entries(file).map(([name, data]) => name + Buffer.from(data).toString('latin1'))
      expect(inside.filter((text) => SECRET.test(text))).toEqual([])
      expect(SECRET.test(await textOf(await request(url, undefined)))).toBe(false)
    }
  })

  test('is for its author alone in the versions and the name of a manuscript', async () => {
    const params = { id: book() }
    const isMade = !['.pdf', '.epub'].includes(extension)
    const own = await site.api(owner)(listVersions, { params })
    expect(own).toHaveLength(2)
    for (const { pdfFileName, manuscript } of own) {
      expect(pdfFileName).toBe(`Zebediah_Quorn_-_Secret_novel_FINAL${isMade ? '.epub' : extension}`)
      if (isMade) expect(manuscript?.name).toBe(`Zebediah_Quorn_-_Secret_novel_FINAL${extension}`)
    }
    for (const person of [people['co-author'], await site.anAdmin()]) {
      const versions = await site.api(person)(listVersions, { params })
      expect(SECRET.test(JSON.stringify(versions))).toBe(false)
      expect(versions.map(({ pdfFileName }) => pdfFileName)).toEqual([null, null])
    }
    if (!isMade) return
    const { name, downloadUrl } = await site.api(owner)(getManuscript, { params: { ...params, number: '2' } })
    expect([name, decodeURIComponent(downloadUrl)]).toEqual([
      own[0]?.manuscript?.name,
      expect.stringContaining(`/${savedAs(extension, extension)}?`),
    ])
    expect((await request(downloadUrl, undefined)).headers.get('content-disposition')).toContain(
      `filename="${savedAs(extension, extension)}"`,
    )
  })

  test('is not what an app that syncs knows a file by', async () => {
    const digests = await site.services.db
      .selectFrom('bookDigests')
      .select('nameMd5s')
      .where('bookId', '=', book())
      .execute()
    expect(digests).toHaveLength(2)
    const allowed = namesOf(titleOf(extension), extension)
    for (const { nameMd5s } of digests) {
      expect(nameMd5s.at(-1)).toBe(nameDigest(savedAs(extension)))
      expect(nameMd5s.filter((md5) => !allowed.includes(md5))).toEqual([])
    }
  })
})

describe('an export', () => {
  const written = async (options: object = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'quillhouse-names-'))
    await writeExport(site.services, folder, { withUnpublished: true, readers: 'names', ...options })
    const files = await filesBelow(folder)
    await rm(folder, { recursive: true })
    return [...files].map(([name, data]) => `${name}\n${data.toString('latin1')}`)
  }

  test('of the library has no name of an upload', async () => {
    const files = await written()
    expect(files.filter((file) => SECRET.test(file)).map((file) => file.split('\n', 1))).toEqual([])
    for (const extension of FORMATS)
      expect(files.filter((file) => file.split('\n', 1)[0]?.endsWith(savedAs(extension)))).toHaveLength(2)
  })

  test('of an author has the own names, and that of nobody else', async () => {
    expect((await written({ publisherId: owner._id })).filter((file) => SECRET.test(file))).not.toEqual([])
    for (const person of Object.values(people)) {
      if (!person || person === people.guest) continue
      const all = Buffer.from(await (await site.api(person)(exportAccount)).arrayBuffer())
      expect(namesIn(all).filter((text) => SECRET.test(text))).toEqual([])
      if (person === people.reader) continue
      const { exportUrl } = await site.api(person)(createWorksLink)
      const works = Buffer.from(await (await request(exportUrl, undefined)).arrayBuffer())
      expect(namesIn(works).filter((text) => SECRET.test(text))).toEqual([])
    }
  })

  const namesIn = (zip: Buffer) =>
    Object.entries(unzipSync(new Uint8Array(zip))).map(([name, data]) => name + Buffer.from(data).toString('latin1'))
})

test('the name of a file is that of the book as it is now', async () => {
  const params = { id: books['.pdf'] ?? '' }
  const { downloadUrl: before = '' } = await site.api(people.reader)(getBookFile, { params })
  const form = new FormData()
  form.set('title', 'Feathers & Wax: II')
  await site.api(owner)(editBook, { params, body: form })
  const { downloadUrl: after = '' } = await site.api(people.reader)(getBookFile, { params })
  expect(after).toContain('/Feathers_Wax_II_-_Isolde_Featherstone.pdf?')
  for (const url of [before, after])
    expect((await request(url, undefined)).headers.get('content-disposition')).toContain(
      'filename="Feathers_Wax_II_-_Isolde_Featherstone.pdf"',
    )
  // What was saved before is still known by the name that it had then.
  await readDigests(site.services, new AbortController().signal)
  const { nameMd5s } = await site.services.db
    .selectFrom('bookDigests')
    .select('nameMd5s')
    .where('bookId', '=', params.id)
    .where('version', '=', 2)
    .executeTakeFirstOrThrow()
  expect(nameMd5s).toContain(nameDigest(savedAs('.pdf')))
  expect(nameMd5s.at(-1)).toBe(nameDigest('Feathers_Wax_II_-_Isolde_Featherstone.pdf'))
  const allowed = [titleOf('.pdf'), 'Feathers & Wax: II'].flatMap((title) => namesOf(title, '.pdf'))
  expect(nameMd5s.filter((md5) => !allowed.includes(md5))).toEqual([])
})

test('no line of the log and no mail has the name of an upload', () => {
  expect(site.logged.filter((line) => SECRET.test(line))).toEqual([])
  expect(site.post.mails.filter((mail) => SECRET.test(JSON.stringify(mail)))).toEqual([])
})
