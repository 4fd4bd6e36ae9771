import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorksLink, exportAccount } from '#contract/account-settings.ts'
import { getBookFile, listBooks, listFacets, listGenres, searchBooks, suggestSearches } from '#contract/books.ts'
import { answerCoAuthorship, askCoAuthor, listCoAuthors, removeCoAuthor } from '#contract/co-authors.ts'
import { addressOf } from '#contract/api/client.ts'
import { addComment, listComments } from '#contract/comments.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { follow } from '#contract/follows.ts'
import { listMarkedBooks, listMarks, saveMarks } from '#contract/marks.ts'
import { hideBook, hideComment, hidePerson, listHidden, listWithdrawn, showBook } from '#contract/moderation.ts'
import {
  beginDraft,
  getOwnBook,
  getOwnBookFile,
  listOwnBooks,
  publishBook,
  setBookState,
} from '#contract/publishing.ts'
import { toggleFeatured, togglePremium } from '#contract/admin.ts'
import { addToList, createList, followList } from '#contract/lists.ts'
import { rateBook } from '#contract/ratings.ts'
import { savePosition } from '#contract/reading.ts'
import { shelveBook } from '#contract/shelves.ts'
import { type AdminSiteSettings, updateSiteSettings } from '#contract/site-admin.ts'
import { getManuscript } from '#contract/versions.ts'
import { recordEvent } from '#server/notices/record-event.ts'
import { allTold } from '#server/notices/testing-notices.ts'
import { recordTopRated } from '#server/premium/watch-top-rated.ts'
import { trainHere } from '#server/recommendations/testing-readers.ts'
import { listen } from '#server/testing/raw-socket.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { addPages, searchOf, untilRead } from '#server/book-texts/testing-pages.ts'
import { weeklyBooks } from '#server/weekly/weekly-books.ts'
import { addChapter, aManuscriptBook } from '#server/publishing/chapters/testing-chapters.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { ACCESS, ACTORS, type Actor, aMark } from './access-table.ts'
import { fieldsOf, nameOf } from './call-with.ts'

const TITLE = 'The Quicksilver Almanac'
const COMMENT = 'An insult of the worst kind.'
const REASON = 'It was copied from another author.'

let site: TestSite
let people: Record<Exclude<Actor, 'ended session' | 'suspended'>, Person | undefined>
let author: Person
let moderator: Person
let book: string
let other: string
const series = crypto.randomUUID()
let comment: string
let list: string
let cover: string
let pdf: string

beforeAll(async () => {
  site = await openTestSite({ pages: false })
  await site.startJobs()
  const [guest, reader, otherAuthor, admin, blocked] = await Promise.all([
    site.aGuest(),
    site.aReader(),
    site.anAuthor(),
    site.anAdmin(),
    site.aReader(),
  ])
  ;[author, moderator] = await Promise.all([site.anAuthor(), site.aModerator()])
  people = { visitor: undefined, guest, reader, author, 'other author': otherAuthor, admin, moderator, blocked }
  const published = await site.aBook(author, { title: TITLE })
  book = published._id
  cover = published.image
  other = await site.aBookRow(otherAuthor, { title: 'A Quiet Shelf', author: published.author, genre: published.genre })
  await addToSeries([book, other])
  await site.api(admin)(togglePremium, { params: { id: book }, body: { isPremium: true } })
  await site.api(admin)(toggleFeatured, { params: { id: book }, body: { isFeatured: true } })
  for (const person of [guest, reader, otherAuthor, admin, moderator, blocked]) {
    for (const id of [book, other])
      if (!(id === other && person === otherAuthor))
        await site.api(person)(rateBook, { params: { id }, body: { rating: 5 } })
    await site.api(person)(savePosition, {
      params: { id: book },
      body: { device: { id: crypto.randomUUID(), name: 'Phone' }, page: 1, step: 1, seen: 0 },
    })
  }
  comment = (await site.api(reader)(addComment, { params: { id: other }, body: { text: COMMENT } })).comment._id
  for (const person of [guest, reader, otherAuthor, admin, moderator, blocked])
    await site.api(person)(shelveBook, { params: { id: book }, body: { isWanted: true } })
  list = (await site.api(reader)(createList, { body: { name: 'For autumn', visibility: 'public' } }))._id
  for (const bookId of [book, other]) await site.api(reader)(addToList, { params: { id: list, bookId } })
  await site.api(otherAuthor)(followList, { params: { id: list } })
  for (const person of [guest, reader, otherAuthor, admin, moderator, blocked])
    await site.api(person)(follow, { params: { kind: 'book', id: book } })
  for (const person of [guest, reader, otherAuthor, admin, moderator, blocked])
    await site.api(person)(saveMarks, { params: { id: book }, body: { changes: [aMark()] } })
  await recordEvent(site.services.db, { kind: 'version', bookId: book, actorId: author._id, at: site.services.now() })
  await allTold(site)
  await recordTopRated(site.services)
  await trainHere(site.services)
  pdf = (JSON.parse((await get(`/api/books/${book}/pdf`, reader)).text) as { pdfUrl: string }).pdfUrl
})
afterAll(() => site.close())

const addToSeries = (ids: string[]) =>
  site.services.db
    .updateTable('books')
    .set({ seriesId: series, seriesName: 'The Almanacs' })
    .where('id', 'in', ids)
    .execute()

const get = async (url: string, person?: Person) => {
  const answer = await inProcessFetch(site.app)(url, {
    method: 'GET',
    headers: person ? { authorization: `Bearer ${person.token}` } : {},
  })
  return { status: answer.status, text: await answer.text() }
}

const thingsOf = (id: string) => ({
  book: id,
  premium: id,
  report: id,
  webhook: id,
  import: id,
  provider: 'none',
  publisher: 'author@example.org',
  series,
  comment,
  list,
  reader: people.reader as Person,
})

/** All calls that read, but those of moderation and administration; each with the input that would find the book. */
const reads = (target: string): { call: Endpoint; input: Parameters<typeof addressOf>[1] }[] =>
  site.served
    .filter(({ method, path, fileType }) => method === 'GET' && !/^\/(?:moderation|admin)\//.test(path) && !fileType)
    .map((call) => {
      const input = ACCESS[nameOf(call)]?.input?.(thingsOf(target), 'reader') ?? {}
      if (call.path === '/books/search') return { call, input: { query: { query: 'quicksilver' } } }
      return { call, input }
    })

/** What the calls about a book answer to others than the author, who ask at the same time. */
const answersAbout = async (target: string, actors: readonly Actor[] = ACTORS) => {
  const answers: { name: string; text: string }[] = []
  for (const { call, input } of reads(target))
    await Promise.all(
      actors.map(async (actor) => {
        if (actor === 'author' || actor === 'ended session' || actor === 'suspended') return
        const { status, text } = await get(addressOf(call, input), people[actor])
        if (status < 400) answers.push({ name: nameOf(call), text })
      }),
    )
  return answers
}

/** The calls of which an answer has one of these words. */
const having = (words: string[], answers: { name: string; text: string }[]) => [
  ...new Set(answers.filter(({ text }) => words.some((word) => text.includes(word))).map(({ name }) => name)),
]

const callsWith = async (words: string[], target = book, actors: readonly Actor[] = ACTORS) =>
  having(words, await answersAbout(target, actors))

/** The documents that list books. */
const written = () => [
  '/sitemap.xml',
  '/feed.xml',
  '/premium/feed.xml',
  '/authors/Ottoline%20Marsh/feed.xml',
  `/series/${series}/feed.xml`,
  ...['v1', 'v2'].flatMap((version) => [
    `/opds/${version}/premium`,
    `/opds/${version}/authors/Ottoline%20Marsh`,
    `/opds/${version}/series/${series}`,
    `/opds/${version}/books/${book}`,
  ]),
]

/** The calls and documents in which anybody but the author finds the book, and those calls that say its title. */
const findBook = async () => {
  const answers = await answersAbout(book)
  const found = having([TITLE, book], answers)
  const documents = [...written(), `/files/cover/${cover.split('/').at(-1)}`, pdf, `/books/${book}/code.svg`]
  for (const url of documents) {
    const { status, text } = await get(url)
    if (status < 400 && (!/\.xml$|^\/opds/.test(url) || text.includes(book))) found.push(url.split('?', 1).join())
  }
  return { found, titled: having([TITLE], answers) }
}

const whereFound = async () => (await findBook()).found

/** Only that it was withdrawn, and that there are marks of one's own in it, without its words. */
const AS_WITHDRAWN = { found: ['GET /books/marked', 'GET /marks', 'GET /books/reading/withdrawn'], titled: [] }

const lastCount = async () => {
  const { totalBooks } = await site.api(people.reader)(listBooks)
  return totalBooks
}

describe('a book', () => {
  test('is found in many places before it is hidden, in none while it is, and in the same when it is shown again', async () => {
    const before = await whereFound()
    expect(before).toEqual(
      expect.arrayContaining([
        'GET /books',
        'GET /books/:id',
        'GET /books/search',
        'GET /books/premium',
        'GET /books/public/featured',
        'GET /series/:id',
        'GET /authors/:name',
        'GET /my/shelves',
        'GET /my/shelves/:shelf',
        'GET /lists/:id',
        'GET /my/lists',
        'GET /follows',
        'GET /notices',
        'GET /marks',
        'GET /books/marked',
        'GET /my/shelves',
        'GET /my/shelves/:shelf',
        'GET /my/wanted',
        'GET /lists/:id',
        'GET /my/lists',
        'GET /books/new',
        'GET /books/top-rated',
        'GET /books/public/trending',
        'GET /books/reading',
        'GET /books/daily-recommendations',
        'GET /books/:id/pdf',
        'GET /books/public/premium/:id',
        ...written(),
        `/files/pdf/${book}/The_Quicksilver_Almanac_-_Ottoline_Marsh.pdf`,
        `/books/${book}/code.svg`,
        `/files/cover/${cover.split('/').at(-1)}`,
      ]),
    )
    const count = await lastCount()
    await site.api(moderator)(hideBook, { params: { id: book }, body: { reason: REASON } })
    expect(await findBook()).toEqual(AS_WITHDRAWN)
    expect(await lastCount()).toBe(count - 1)
    const { fresh, loved } = await weeklyBooks(site.services, new Date(Date.now() + 1000))
    expect([...fresh, ...loved].map(({ _id }) => _id)).not.toContain(book)
    await site.api(moderator)(showBook, { params: { id: book } })
    expect((await whereFound()).toSorted()).toEqual(before.toSorted())
    expect(await lastCount()).toBe(count)
  })

  test('is gone for search, related books and recommendations, which have others in its place', async () => {
    await site.api(moderator)(hideBook, { params: { id: book }, body: { reason: REASON } })
    const { books } = await site
      .api(people.reader)(searchBooks, { query: { query: 'quicksilver' } })
      .then((found) => ({
        books: found as unknown as { _id: string }[],
      }))
    expect(JSON.stringify(books)).not.toContain(book)
    const related = await get(`/api/books/${other}/related`)
    expect(related.status).toBe(200)
    expect(related.text).not.toContain(book)
    await site.api(moderator)(showBook, { params: { id: book } })
  })

  test('takes no views, ratings, comments, positions or dismissals while it is hidden', async () => {
    await site.api(moderator)(hideBook, { params: { id: book }, body: { reason: REASON } })
    const row = () =>
      site.services.db
        .selectFrom('books')
        .select(['views', 'ratingCount', 'ratingSum', 'commentCount'])
        .where('id', '=', book)
        .executeTakeFirstOrThrow()
    const before = await row()
    const things = thingsOf(book)
    const writes = site.served.filter(
      ({ method, path }) => method !== 'GET' && /^\/books\/:id\/(?:view|rate|comments|position|dismissed)$/.test(path),
    )
    expect(writes.length).toBe(6)
    for (const call of writes) {
      const { params, body } = ACCESS[nameOf(call)]?.input?.(things, 'reader') ?? {}
      const answer = await inProcessFetch(site.app)(addressOf(call, { ...(params && { params }) }), {
        method: call.method,
        headers: {
          authorization: `Bearer ${people.reader?.token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      expect([nameOf(call), answer.status]).toEqual([nameOf(call), 404])
      expect(((await answer.json()) as { message: string }).message).toBe('Book not found.')
    }
    await site.views.flush()
    expect(await row()).toEqual(before)
    await site.api(moderator)(showBook, { params: { id: book } })
  })

  test('keeps the marks of who has some in it, and takes none of others, while it is hidden', async () => {
    await site.api(moderator)(hideBook, { params: { id: book }, body: { reason: REASON } })
    const params = { id: book }
    const newcomer = site.api(await site.aReader())
    expect((await problemFrom(newcomer(saveMarks, { params, body: { changes: [aMark()] } }))).status).toBe(404)
    expect((await problemFrom(newcomer(listMarks, { params }))).status).toBe(404)
    const reader = site.api(people.reader)
    const { saved } = await reader(saveMarks, { params, body: { changes: [aMark()] } })
    const { marks, revision } = await reader(listMarks, { params })
    expect(marks).toMatchObject([{}, { id: saved[0]?.id }])
    expect(await reader(listMarks, { params, query: { since: revision } })).toMatchObject({ marks: [] })
    expect(await reader(listMarkedBooks)).toMatchObject([{ _id: book, title: null, author: null, isGone: false }])
    await site.api(moderator)(showBook, { params })
    expect(await reader(listMarkedBooks)).toMatchObject([{ _id: book, title: TITLE }])
  })

  test('is in the export of its author with its files, and its title in no export of a reader', async () => {
    await site.api(moderator)(hideBook, { params: { id: book }, body: { reason: REASON } })
    const exported = async (person: Person | undefined) =>
      Buffer.from(await (await site.api(person)(exportAccount)).arrayBuffer()).toString('latin1')
    const own = await exported(author)
    expect(own).toContain(`books/${book}/almanac.pdf`)
    expect(own).toContain(TITLE)
    expect(own).toContain(REASON)
    const readers = await exported(people.reader)
    expect(readers).toContain('ratings.json')
    expect(readers).toContain('marks.json')
    expect(readers).not.toContain(TITLE)
    const { exportUrl } = await site.api(people['other author'])(createWorksLink)
    const works = (await site.app.inject({ url: exportUrl })).rawPayload.toString('latin1')
    expect(works).toContain('library.json')
    expect(works).not.toContain(TITLE)
    await site.api(moderator)(showBook, { params: { id: book } })
  })

  test('is among its author’s own books with the reason and the end, and told to who began to read it', async () => {
    const until = new Date(Date.now() + 86_400_000).toISOString()
    await site.api(moderator)(hideBook, { params: { id: book }, body: { reason: REASON, until } })
    expect(await site.api(author)(listOwnBooks)).toMatchObject([{ _id: book, hidden: { reason: REASON, until } }])
    expect(await site.api(people.reader)(listWithdrawn)).toMatchObject([{ _id: book, page: 1 }])
    await site.api(moderator)(showBook, { params: { id: book } })
    expect(await site.api(author)(listOwnBooks)).toMatchObject([{ _id: book, hidden: null }])
    expect(await site.api(people.reader)(listWithdrawn)).toEqual([])
  })

  test('is in no answer from the response cache once it is hidden', async () => {
    const address = `http://127.0.0.1:${await listen(site.app)}`
    await site.services.syncCache()
    const urls = [
      '/api/books/new',
      '/api/books/top-rated',
      '/api/books/premium',
      '/api/books/public/featured',
      `/api/books/${book}`,
      `/api/books/${book}/related`,
      `/api/books/${other}/related`,
      `/api/books/${book}/comments`,
      new URL(cover, address).pathname,
    ]
    const shown = async () => {
      const answers = await Promise.all(urls.map((url) => fetch(address + url)))
      const texts = await Promise.all(answers.map((answer) => answer.text()))
      return urls.filter(
        (_, i) => answers[i]?.status === 200 && (!urls[i]?.startsWith('/api') || texts[i]?.includes(book)),
      )
    }
    const first = await shown()
    expect(first).toEqual(expect.arrayContaining(['/api/books/new', `/api/books/${book}`, urls.at(-1)]))
    expect(site.services.cache.size()).toBeGreaterThan(0)
    expect(await shown()).toEqual(first)
    await site.api(moderator)(hideBook, { params: { id: book }, body: { reason: REASON } })
    expect(await shown()).toEqual([])
    await site.api(moderator)(showBook, { params: { id: book } })
    expect(await shown()).toEqual(first)
  })

  test('is told to its author by mail, with the reason, and again when it is shown', async () => {
    await site.jobsDone()
    const before = site.post.mails.length
    await site.api(moderator)(hideBook, { params: { id: book }, body: { reason: REASON } })
    await site.jobsDone()
    await site.api(moderator)(showBook, { params: { id: book } })
    await site.jobsDone()
    const mails = site.post.mails.slice(before)
    expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: author.email, subject: 'Your book is hidden' },
      { to: author.email, subject: 'Your book is shown again' },
    ])
    expect(mails[0]?.text).toContain(REASON)
    expect(mails[0]?.text).toContain(TITLE)
  })
})

test('a withdrawn book is found nowhere, and in the same places as before when it is published again', async () => {
  const before = await whereFound()
  expect(before).toContain('GET /books/:id')
  const count = await lastCount()
  await site.api(author)(setBookState, { params: { id: book }, body: { state: 'withdrawn' } })
  expect(await findBook()).toEqual(AS_WITHDRAWN)
  expect(await lastCount()).toBe(count - 1)
  expect(await site.api(author)(listOwnBooks)).toMatchObject([{ _id: book, state: 'withdrawn', hidden: null }])
  await site.api(author)(setBookState, { params: { id: book }, body: { state: 'published' } })
  expect((await whereFound()).toSorted()).toEqual(before.toSorted())
  expect(await lastCount()).toBe(count)
})

describe('a book for readers above the age of what visitors see', () => {
  const set = async (visitorAge: AdminSiteSettings['visitorAge']) => {
    await site.api(people.admin)(updateSiteSettings, { body: { visitorAge, libraryAccess: 'everyone' } })
  }
  const openTo = (actor: Actor) => callsWith([TITLE, book], book, [actor])
  beforeAll(() => site.services.db.updateTable('books').set({ age: 16 }).where('id', '=', book).execute())
  afterAll(async () => {
    await site.services.db.updateTable('books').set({ age: null }).where('id', '=', book).execute()
    await site.api(people.admin)(updateSiteSettings, { body: { visitorAge: 'all', libraryAccess: 'members' } })
  })

  test('is found by no visitor, and by members as before', async () => {
    await set('all')
    const related = async () => (await get(`/api/books/${other}/related`)).text
    expect(await related()).toContain(book)
    const [byVisitors, byReaders] = [await openTo('visitor'), await openTo('reader')]
    expect(byVisitors).toEqual(
      expect.arrayContaining([
        'GET /books',
        'GET /books/:id',
        'GET /books/new',
        'GET /books/search',
        'GET /books/premium',
        'GET /series/:id',
        'GET /authors/:name',
        'GET /books/public/premium/:id',
        'GET /lists/:id',
      ]),
    )
    await set('16')
    expect(await openTo('visitor')).toEqual(byVisitors)
    await set('13')
    // It is asked for first by one and then by the other, so that neither gets what was cached for the other.
    expect(await openTo('reader')).toEqual(byReaders)
    expect(await openTo('visitor')).toEqual([])
    expect(await openTo('reader')).toEqual(byReaders)
    for (const url of written()) expect((await get(url)).text).not.toContain(book)
    expect(JSON.parse((await get(`/api/books/${book}`)).text)).toMatchObject({ type: 'older_readers' })
    expect((await get(`/api/books/${book}/comments`)).status).toBe(403)
    expect(await related()).not.toContain(book)
    await set('all')
    expect(await openTo('visitor')).toEqual(byVisitors)
    for (const url of written()) expect((await get(url)).text).toContain(book)
  })

  test('is not counted among what a visitor filters by', async () => {
    await set('all')
    const count = async () => {
      const { age } = await site.api()(listFacets)
      return age.values
    }
    const filtered = async () => (await site.api()(listBooks, { query: { age: '16' } })).totalBooks
    const genres = async (query: object) =>
      (await site.api()(listGenres, { query })).reduce((sum, { count }) => sum + (count ?? 0), 0)
    const suggested = async (query: string) => (await site.api()(suggestSearches, { query: { query } })).totalBooks
    expect(await count()).toEqual([
      { value: '16', count: 2 },
      { value: '13', count: 1 },
    ])
    expect(await filtered()).toBe(2)
    expect(await genres({ age: '16' })).toBe(2)
    expect(await genres({ query: 'quicksilver' })).toBe(1)
    expect([await suggested('quicksilver'), await suggested('ottoline')]).toEqual([1, 2])
    await set('13')
    expect(await count()).toEqual([
      { value: '13', count: 1 },
      { value: '16', count: 1 },
    ])
    expect(await filtered()).toBe(1)
    expect(await genres({ age: '16' })).toBe(1)
    expect(await genres({ query: 'quicksilver' })).toBe(0)
    expect([await suggested('quicksilver'), await suggested('ottoline')]).toEqual([0, 1])
  })

  test('is not counted where a visitor searches the library', async () => {
    const found = async (query: object) => {
      const { totalBooks, books } = await site.api()(listBooks, { query })
      return [totalBooks, books.length]
    }
    const sorts = ['best-match', 'new', 'most-read']
    await set('all')
    for (const sort of sorts) expect(await found({ query: 'ottoline', sort })).toEqual([2, 2])
    await set('13')
    for (const sort of sorts) expect(await found({ query: 'ottoline', sort })).toEqual([1, 1])
    expect(await found({ query: 'quicksilver' })).toEqual([0, 0])
  })

  test('has no pages that a visitor finds', async () => {
    await untilRead(site, book)
    await site.services.db.deleteFrom('bookTexts').where('bookId', '=', book).execute()
    for (const id of [book, other]) await addPages(site.services, id, ['The astrolabe hung by the stairs.'])
    const inside = (person?: Person) => searchOf(site, person)('"astrolabe hung"')
    const insideBook = (person?: Person) => searchOf(site, person)('"astrolabe hung"', { book })
    await set('all')
    expect((await inside()).total).toBe(2)
    expect((await insideBook()).total).toBe(1)
    await set('13')
    expect(await inside()).toMatchObject({ total: 1, hits: [{ book: { _id: other } }] })
    expect(await problemFrom(insideBook())).toMatchObject({ status: 403, type: 'older_readers' })
    expect((await inside(people.reader)).total).toBe(2)
    expect((await insideBook(people.reader)).total).toBe(1)
    await set('16')
    expect((await inside()).total).toBe(2)
  })
})

describe('a book that was never published', () => {
  const SECRET = 'The Unseen Folio'
  let draft: string
  let own: { coverUrl: string; fileUrl: string }
  beforeAll(async () => {
    const api = site.api(author)
    draft = (await api(beginDraft, { body: aBookForm({ title: SECRET }) })).book._id
    await addToSeries([draft])
    const { image } = await api(getOwnBook, { params: { id: draft } })
    own = { coverUrl: image, fileUrl: (await api(getOwnBookFile, { params: { id: draft } })).url }
  })

  afterAll(() => site.services.db.deleteFrom('books').where('id', '=', draft).execute())

  /** Every call that reads, also those of administration and moderation, about this book or searching for it. */
  const leaks = async (others?: Record<string, Person>) => {
    const things = thingsOf(draft)
    const found: string[] = []
    const callers = others ?? people
    for (const call of site.served.filter(({ method, fileType }) => method === 'GET' && !fileType)) {
      const input = ACCESS[nameOf(call)]?.input?.(things, 'reader') ?? {}
      const isSearch = fieldsOf(call.query).includes('query')
      const asked = [input, ...(isSearch ? [{ ...input, query: { query: SECRET } }] : [])]
      await Promise.all(
        (Object.keys(callers) as (keyof typeof callers)[]).map(async (actor) => {
          if (actor === 'author') return
          for (const one of asked) {
            const { status, text } = await get(addressOf(call, one), callers[actor])
            if (status < 400 && [SECRET, draft].some((word) => text.includes(word)))
              found.push(`${actor}: ${nameOf(call)}`)
          }
        }),
      )
    }
    return found
  }

  const assertUnseen = async () => {
    expect(await leaks()).toEqual([])
    const [plainCover = ''] = own.coverUrl.split('?')
    for (const url of [...written(), plainCover, `/books/${draft}/code.svg`, `/books/${draft}`])
      expect((await get(url)).text).not.toContain(SECRET)
    expect((await get(plainCover)).status).toBe(404)
    // Links are for whom they were made: an ordinary link to its file can't be had, and one of another book opens nothing.
    expect((await get(pdf.replaceAll(book, draft))).status).toBe(403)
    const moderate = site.api(moderator)(hideBook, { params: { id: draft }, body: { reason: REASON } })
    expect((await problemFrom(moderate)).status).toBe(404)
    const rate = site.api(people.reader)(rateBook, { params: { id: draft }, body: { rating: 5 } })
    expect((await problemFrom(rate)).status).toBe(404)
    const marks = site.api(people.reader)(listMarks, { params: { id: draft } })
    expect((await problemFrom(marks)).status).toBe(404)
  }

  test('is seen by its author alone as a draft, with its cover and file', async () => {
    expect(await site.api(author)(listOwnBooks)).toMatchObject([{ _id: draft, state: 'draft' }, { _id: book }])
    expect((await get(own.coverUrl)).status).toBe(200)
    expect((await get(own.fileUrl)).status).toBe(200)
    await assertUnseen()
  })

  test('is shown in few words to who is asked to be a co-author, wholly to who agreed, and to neither afterwards', async () => {
    const names = ['asked', 'agreed', 'declined', 'left', 'removed'] as const
    const friends = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await site.aReader()] as const)),
    ) as Record<(typeof names)[number], Person>
    const params = { id: draft }
    const answer = (name: (typeof names)[number], agrees: boolean) =>
      site.api(friends[name])(answerCoAuthorship, { params, body: { agrees } })
    for (const { username } of Object.values(friends))
      await site.api(author)(askCoAuthor, { params, body: { username } })
    for (const name of ['agreed', 'left', 'removed'] as const) await answer(name, true)
    for (const name of ['declined', 'left'] as const) await answer(name, false)
    const rows = await site.api(author)(listCoAuthors, { params })
    const removed = rows.find(({ name }) => name === friends.removed.username)
    await site.api(author)(removeCoAuthor, { params: { ...params, coAuthorId: removed?._id ?? '' } })
    expect((await leaks(friends)).toSorted()).toEqual([
      'agreed: GET /books/:id/chapters',
      'agreed: GET /books/:id/own',
      'agreed: GET /books/:id/own/file',
      'agreed: GET /co-authorships',
      'asked: GET /co-authorships',
    ])
    await assertUnseen()
    await site.services.db.deleteFrom('coAuthors').where('bookId', '=', draft).execute()
  })

  test('is seen by its author alone while it is planned', async () => {
    const publishAt = new Date(Date.now() + 86_400_000).toISOString()
    await site.api(author)(setBookState, { params: { id: draft }, body: { state: 'planned', publishAt } })
    expect(await site.api(author)(listOwnBooks)).toMatchObject([{ _id: draft, state: 'planned', publishAt }, {}])
    await assertUnseen()
  })
})

describe('a book that was made of a manuscript', () => {
  const NAME = 'lamplighters_source.md'
  const WORDS = 'Only the lamplighter knew of the ninth lamp.'
  let id: string
  /** The paths of its files, under which nothing of it may be found. */
  let links: string[]
  let own: () => Promise<string[]>

  beforeAll(async () => {
    const form = aBookForm({ title: 'The Ninth Lamp', pdf: new Blob([`# Dusk\n\n${WORDS}\n`]), pdfFileName: NAME })
    id = (await site.api(author)(publishBook, { body: form })).book._id
    const params = { id, number: '1' }
    const { url, downloadUrl = '' } = await site.api(people.reader)(getBookFile, { params })
    links = [url, downloadUrl]
    own = async () => {
      const { downloadUrl: source } = await site.api(author)(getManuscript, { params })
      const file = await site.api(author)(getOwnBookFile, { params })
      return [source, file.url, file.downloadUrl ?? '']
    }
  })
  afterAll(() => site.services.db.deleteFrom('books').where('id', '=', id).execute())

  /** What others find of its files by any call, and by the links that they had. */
  const leaks = async () => {
    const found: string[] = []
    for (const call of site.served.filter(({ method, fileType }) => method === 'GET' && !fileType)) {
      const input = ACCESS[nameOf(call)]?.input?.(thingsOf(id), 'reader') ?? {}
      await Promise.all(
        (Object.keys(people) as (keyof typeof people)[]).map(async (actor) => {
          if (actor === 'author') return
          const { text } = await get(addressOf(call, input), people[actor])
          const isFound = [NAME, WORDS].some((word) => text.includes(word))
          if (isFound || new RegExp(`/files/(?:epub|edition|manuscript)/${id}`).test(text))
            found.push(`${actor}: ${nameOf(call)}`)
        }),
      )
    }
    for (const link of links) if ((await get(link)).status !== 404) found.push(link)
    const source = (await own())[0] ?? ''
    for (const link of links) {
      const signed = `${source.split('?', 1).join()}?${link.split('?')[1]}`
      if ((await get(signed)).status < 400) found.push(signed)
    }
    return found
  }
  const set = (body: { state: 'withdrawn' } | { state: 'planned'; publishAt: string }) =>
    site.api(author)(setBookState, { params: { id }, body })

  test('is read by others, but not its manuscript, while it is published', async () => {
    for (const link of [...links, ...(await own())]) expect((await get(link)).status).toBe(200)
    const found = await leaks()
    expect(found).toEqual(expect.arrayContaining(['reader: GET /books/:id/file', ...links]))
    expect(found.filter((one) => one.includes('manuscript'))).toEqual([])
  })

  test.each([
    ['withdrawn', () => set({ state: 'withdrawn' })],
    ['planned', () => set({ state: 'planned', publishAt: new Date(Date.now() + 86_400_000).toISOString() })],
    [
      'hidden',
      async () => {
        await site.api(author)(setBookState, { params: { id }, body: { state: 'published' } })
        await site.api(moderator)(hideBook, { params: { id }, body: { reason: REASON } })
      },
    ],
  ])('gives nobody but its author the EPUB or the manuscript while it is %s', async (_, act) => {
    await act()
    expect(await leaks()).toEqual([])
    for (const link of await own()) expect((await get(link)).status).toBe(200)
  })
})

test('a chapter that is not out is seen by its author alone, but for the title of one that is planned', async () => {
  const id = await aManuscriptBook(site, author)
  const comingAt = new Date(Date.now() + 86_400_000).toISOString()
  await addChapter(site, author, id, { title: 'Vermilion Harbour', text: 'A periwinkle sailed.' })
  expect(await callsWith(['Vermilion', 'periwinkle'], id)).toEqual([])
  await addChapter(site, author, id, { title: 'Cerulean Harbour', text: 'A periwinkle sailed.', comingAt })
  const answers = await answersAbout(id)
  expect(having(['Vermilion', 'periwinkle'], answers)).toEqual([])
  expect(having(['Cerulean'], answers)).toEqual(['GET /books/:id'])
  await site.api(moderator)(hideBook, { params: { id }, body: { reason: REASON } })
  expect(await callsWith(['Cerulean'], id)).toEqual([])
  await site.services.db.deleteFrom('books').where('id', '=', id).execute()
})

describe('who was asked to be a co-author', () => {
  test('is in no answer to anybody but the publisher before agreeing, nor after declining', async () => {
    const friend = await site.aReader()
    const inAnswers = () => callsWith([friend.username, friend._id])
    const params = { id: book }
    await site.api(author)(askCoAuthor, { params, body: { username: friend.username } })
    expect(await inAnswers()).toEqual([])
    await site.api(friend)(answerCoAuthorship, { params, body: { agrees: false } })
    expect(await inAnswers()).toEqual([])
    const [row] = await site.api(author)(listCoAuthors, { params })
    expect(row).toMatchObject({ name: friend.username, state: 'declined' })
    await site.api(author)(removeCoAuthor, { params: { ...params, coAuthorId: row?._id ?? '' } })
    expect(await inAnswers()).toEqual([])
  })
})

describe('a comment', () => {
  test('is in no answer while it is hidden, and not counted', async () => {
    expect(await callsWith([COMMENT], other)).toEqual([
      'GET /books/:id/comments',
      'GET /books/:id/visible-comments',
      // By the publisher of the book alone.
      'GET /comments/received',
    ])
    const params = { id: other, commentId: comment }
    const shown = async () => (await site.api()(listComments, { params: { id: other } })).map(({ _id }) => _id)
    expect(await shown()).toEqual([comment])
    await site.api(moderator)(hideComment, { params, body: { reason: 'An insult.' } })
    expect(await shown()).toEqual([])
    // Moderators decide about it, and its writer is told why.
    expect(await callsWith([COMMENT], other)).toEqual(['GET /books/:id/hidden-comments', 'GET /auth/hidden'])
    for (const person of [undefined, people.guest, people.reader])
      expect((await get(`/api/books/${other}/hidden-comments`, person)).status).toBeGreaterThan(400)
    expect((await get('/api/auth/hidden', people.guest)).text).not.toContain(COMMENT)
    expect(JSON.parse((await get(`/api/books/${other}`)).text)).toMatchObject({ commentCount: 0 })
    expect(await site.api(moderator)(listHidden)).toMatchObject([
      { kind: 'comment', subject: comment, text: COMMENT, reason: 'An insult.', by: moderator.username },
    ])
  })
})

test('hiding a person hides all books and comments of theirs at once', async () => {
  await site.api(moderator)(hidePerson, { params: { id: author._id }, body: { reason: 'Only copies.' } })
  expect(await findBook()).toEqual(AS_WITHDRAWN)
  expect(await site.api(author)(listOwnBooks)).toMatchObject([{ hidden: { reason: 'Only copies.' } }])
})
