import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorksLink, exportAccount, setProfileImage, updateUsername } from '#contract/account-settings.ts'
import { toggleFeatured, togglePremium } from '#contract/admin.ts'
import { listBooks, searchBooks } from '#contract/books.ts'
import { addressOf } from '#contract/api/client.ts'
import { answerCoAuthorship, askCoAuthor } from '#contract/co-authors.ts'
import { addComment } from '#contract/comments.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { follow } from '#contract/follows.ts'
import { block, hideBook, hideComment, setCommentRule, showBook } from '#contract/moderation.ts'
import { addToList, createList } from '#contract/lists.ts'
import { createPenName, setPenNameImage } from '#contract/pen-names.ts'
import { publishBook } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { savePosition } from '#contract/reading.ts'
import { decideReport, listReportCases } from '#contract/report-queue.ts'
import { answerReport, sendReport } from '#contract/reports.ts'
import { shelveBook } from '#contract/shelves.ts'
import { recordEvent } from '#server/notices/record-event.ts'
import { allTold } from '#server/notices/testing-notices.ts'
import { recordTopRated } from '#server/premium/watch-top-rated.ts'
import { trainHere } from '#server/recommendations/testing-readers.ts'
import { reportByRule } from '#server/reports/report-by-rule.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { aBookForm, aPdf, aPicture } from '#server/testing/book-form.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { ACCESS, ACTORS, type Actor } from './access-table.ts'
import { fieldsOf, nameOf } from './call-with.ts'

const PEN_NAME = 'Isolde Featherstone'
const USERNAME = 'Zebediah Quorn'
const SERIES = 'The Twofold Tales'

let site: TestSite
let owner: Person
let people: Record<Exclude<Actor, 'ended session' | 'suspended'>, Person>
let penNameId: string
/** Its address. */
let picture: string
/** The books and their series. */
let pen: { book: string; series: string; file: string }
let open: typeof pen
/** A book of another author with the file of the one under the pen name, and one on which the owner comments. */
let other: string
let comment: string
let list: string
let caseId: string

/** What is known of the account, and what of the pen name: no answer has both. */
let ofOwner: string[]
let ofPenName: string[]

beforeAll(async () => {
  site = await openTestSite({ pages: true })
  await site.startJobs()
  owner = await site.anAuthor({ username: USERNAME })
  const visitor = { _id: '', username: '', email: '', token: '' }
  const [guest, reader, author, otherAuthor] = await Promise.all([
    site.aGuest(),
    site.aReader(),
    site.anAuthor(),
    site.anAuthor(),
  ])
  const [admin, moderator, blocked] = await Promise.all([site.anAdmin(), site.aModerator(), site.aReader()])
  people = { visitor, guest, reader, author, 'other author': otherAuthor, admin, moderator, blocked }
  const made = await site.api(owner)(createPenName, {
    body: { name: PEN_NAME, about: 'Of feathers.', links: ['https://example.org/feathers'] },
  })
  penNameId = made._id
  // One picture for both.
  const { user } = await site.api(owner)(setProfileImage, { body: aPictureForm() })
  const { image } = await site.api(owner)(setPenNameImage, { params: { id: penNameId }, body: aPictureForm() })
  picture = image ?? ''
  pen = await publish({ title: 'A Feather Apart', penName: penNameId, pages: 3 })
  ofOwner = [owner._id, USERNAME, owner.email, user.profileImage ?? '']
  const hidden = await publish({ title: 'A Hidden Feather', penName: penNameId, pages: 5 })
  await site.api(moderator)(hideBook, { params: { id: hidden.book }, body: { reason: 'It is a copy.' } })
  ofPenName = [penNameId, PEN_NAME, pen.book, pen.series, hidden.book, picture]
  await useBook(pen.book)
  // One is asked to be a co-author, the other one is.
  for (const { username } of [reader, otherAuthor])
    await site.api(owner)(askCoAuthor, { params: { id: pen.book }, body: { username } })
  await site.api(otherAuthor)(answerCoAuthorship, { params: { id: pen.book }, body: { agrees: true } })
})
afterAll(() => site.close())

const aPictureForm = () => {
  const form = new FormData()
  form.set('image', aPicture(), 'me.png')
  return form
}

const publish = async ({ title, penName, pages }: { title: string; penName?: string; pages: number }) => {
  const pdf = new Blob([aPdf(pages)], { type: 'application/pdf' })
  const form = aBookForm({ title, author: USERNAME, pdf })
  form.set('series', SERIES)
  form.set('rights', 'own')
  if (penName) form.set('penName', penName)
  const { book } = await site.api(owner)(publishBook, { body: form })
  const { seriesId, pdf: file } = await site.services.db
    .selectFrom('books')
    .select(['seriesId', 'pdf'])
    .where('id', '=', book._id)
    .executeTakeFirstOrThrow()
  return { book: book._id, series: seriesId ?? '', file }
}

/** All that others do with a book, and what moderators and its publisher decide about it. */
const useBook = async (id: string) => {
  const params = { id }
  const { admin, moderator, reader, author, guest, blocked } = people
  const others = [guest, reader, author, people['other author'], admin, moderator, blocked]
  other = await site.aBookRow(author, { title: 'A Quiet Shelf', author: 'Ada Lane' })
  await site.api(author)(publishBook, {
    body: aBookForm({ title: 'The Same Feather', author: 'Ada Lane', pdf: new Blob([aPdf(3)]) }),
  })
  await site.api(admin)(togglePremium, { params, body: { isPremium: true } })
  await site.api(admin)(toggleFeatured, { params, body: { isFeatured: true } })
  for (const person of others) {
    await site.api(person)(rateBook, { params, body: { rating: 5 } })
    if (person !== author) await site.api(person)(rateBook, { params: { id: other }, body: { rating: 5 } })
    await site.api(person)(savePosition, {
      params,
      body: { device: { id: crypto.randomUUID(), name: 'Phone' }, page: 1, step: 1, seen: 0 },
    })
  }
  for (const person of others) await site.api(person)(shelveBook, { params, body: { isWanted: true } })
  // The reader is told of the pen name.
  await site.api(reader)(follow, { params: { kind: 'author', id: PEN_NAME } })
  await site.api(guest)(follow, { params: { kind: 'book', id } })
  for (const bookId of [id, other])
    await recordEvent(site.services.db, { kind: 'version', bookId, actorId: owner._id, at: site.services.now() })
  await recordEvent(site.services.db, { kind: 'published', bookId: id, actorId: owner._id, at: site.services.now() })
  list = (await site.api(reader)(createList, { body: { name: 'For autumn', visibility: 'public' } }))._id
  for (const bookId of [id, other]) await site.api(reader)(addToList, { params: { id: list, bookId } })
  comment = (await site.api(reader)(addComment, { params, body: { text: 'Light as air.' } })).comment._id
  const rude = (await site.api(guest)(addComment, { params, body: { text: 'Heavy as lead.' } })).comment._id
  await site.api(owner)(hideComment, { params: { id, commentId: rude }, body: {} })
  await site.api(owner)(setCommentRule, { params, body: { rule: 'no-links' } })
  // Once by a report that its owner answers, and once without one.
  await site.api(reader)(sendReport, { body: { kind: 'book', id, reason: 'copyright', words: 'I know this feather.' } })
  const { data } = await site.api(moderator)(listReportCases)
  const found = data.find(({ kind, bookId }) => kind === 'book' && bookId === id)
  caseId = found?._id ?? ''
  const decide = (decision: 'hide' | 'restore', version: number) =>
    site.api(moderator)(decideReport, { params: { id: caseId }, body: { decision, version } })
  await decide('hide', found?.version ?? 1)
  await site.api(owner)(answerReport, { params: { id: caseId }, body: { words: 'It is mine.' } })
  const { data: again } = await site.api(moderator)(listReportCases)
  await decide('restore', again.find(({ _id }) => _id === caseId)?.version ?? 1)
  await site.api(moderator)(hideBook, { params, body: { reason: 'Looked at.' } })
  await site.api(moderator)(showBook, { params })
  await allTold(site)
  await reportByRule(site.services)
  await recordTopRated(site.services)
  await trainHere(site.services)
  await site.jobsDone()
}

const ask = async (call: Endpoint, input: Parameters<typeof addressOf>[1], person: Person) => {
  const { body } = (input ?? {}) as { body?: unknown }
  const isForm = body instanceof FormData
  const answer = await inProcessFetch(site.app)(addressOf(call, input), {
    method: call.method,
    headers: {
      ...(person.token && { authorization: `Bearer ${person.token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  return answer.text()
}

const get = async (url: string, person?: Person) => {
  const headers = { ...(person?.token && { authorization: `Bearer ${person.token}` }) }
  return (await inProcessFetch(site.app)(url, { method: 'GET', headers })).text()
}

/** What each call is asked about one of the owner's books, in all ways that could find it. */
const inputsFor = (call: Endpoint, { book, series }: typeof pen, name: string) => {
  const things = {
    book,
    premium: book,
    report: caseId,
    webhook: caseId,
    import: caseId,
    provider: 'none',
    publisher: owner.email,
    series,
    comment,
    list,
    reader: people.blocked,
  }
  const { params, ...rest } = ACCESS[nameOf(call)]?.input?.(things, 'reader') ?? {}
  const input = { ...rest, ...(params && { params: { ...params, ...('name' in params && { name }) } }) }
  if (call.path === listReportCases.path) return [input, { query: { sort: 'decided' } }]
  if (!fieldsOf(call.query).includes('query')) return [input]
  const queries = [PEN_NAME, USERNAME, owner.email, owner._id, pen.book]
  return [input, ...queries.map((query) => ({ ...input, query: { ...input.query, query } }))]
}

/** The answers of the calls to everyone but the owner, who ask at the same time, or to some. */
const answers = async function* (
  calls: Endpoint[],
  about: typeof pen,
  name: string,
  actors: readonly Actor[] = ACTORS,
) {
  for (const call of calls) {
    const asking = actors.map(async (actor) => {
      if (actor === 'ended session' || actor === 'suspended') return []
      const answered: { name: string; actor: Actor; text: string }[] = []
      for (const input of inputsFor(call, about, name))
        answered.push({ name: nameOf(call), actor, text: await ask(call, input, people[actor]) })
      return answered
    })
    yield* (await Promise.all(asking)).flat()
  }
}

const reading = () => site.served.filter(({ method, fileType }) => method === 'GET' && !fileType)
const has = (words: string[], text: string) => words.some((word) => text.includes(word))

/** Whether one thing in an answer has both; things beside each other in a list have nothing to do with each other. */
const isLink = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(isLink)
  const isList = (field: unknown) => Array.isArray(field) && field.some((one) => typeof one === 'object')
  // A recommendation names the book that it resembles; the two can have different publishers.
  const isReason = (name: string, field: unknown) => name === 'reason' && typeof field === 'object'
  // Nor has what is in lists of its parts.
  const text = JSON.stringify(value, (name, field: unknown) =>
    isList(field) || isReason(name, field) ? undefined : field,
  )
  return (has(ofOwner, text) && has(ofPenName, text)) || Object.values(value).some(isLink)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}

/** The calls of administration that show whose a pen name is, to administrators. */
const ADMINISTRATION = ['GET /admin/books', 'GET /admin/books/:id']

describe('while an account has published under a pen name alone', () => {
  test('no answer to anybody but administrators has its username, id or address', async () => {
    const found = new Set<string>()
    let asked = 0
    for await (const { name, actor, text } of answers(reading(), pen, PEN_NAME)) {
      asked++
      if (has(ofOwner, text)) found.add(`${actor}: ${name}`)
    }
    expect(asked).toBeGreaterThan(500)
    // Administrators find the account by itself too. All else is what this test would find anywhere.
    expect([...found].filter((one) => !one.startsWith('admin: GET /admin/'))).toEqual([])
    expect([...found]).toEqual(expect.arrayContaining(ADMINISTRATION.map((name) => `admin: ${name}`)))
  })

  test('the book, its author and series are found as others are', async () => {
    const found = new Set<string>()
    for await (const { name, text } of answers(reading(), pen, PEN_NAME, ['reader']))
      if (has([pen.book], text)) found.add(name)
    expect([...found]).toEqual(
      expect.arrayContaining([
        'GET /books',
        'GET /books/:id',
        'GET /books/search',
        'GET /books/premium',
        'GET /books/public/featured',
        'GET /authors/:name',
        'GET /series/:id',
        'GET /books/new',
        'GET /books/reading',
        'GET /my/shelves',
        'GET /my/shelves/:shelf',
        'GET /my/wanted',
        'GET /lists/:id',
        'GET /my/lists',
      ]),
    )
  })

  test('no page, document or export has its username, id or address', async () => {
    const paths = [
      `/books/${pen.book}`,
      `/book/premium/${pen.book}`,
      `/series/${pen.series}`,
      `/read/${pen.book}`,
      `/authors/${encodeURIComponent(PEN_NAME)}`,
      `/authors/${encodeURIComponent(USERNAME)}`,
      '/',
      '/premium',
      '/feed.xml',
      '/premium/feed.xml',
      `/series/${pen.series}/feed.xml`,
      ...[PEN_NAME, USERNAME].map((name) => `/authors/${encodeURIComponent(name)}/feed.xml`),
      ...['v1', 'v2'].flatMap((version) => [
        `/opds/${version}/books/${pen.book}`,
        `/opds/${version}/premium`,
        `/opds/${version}/series/${pen.series}`,
        ...[PEN_NAME, USERNAME].map((name) => `/opds/${version}/authors/${encodeURIComponent(name)}`),
      ]),
      '/sitemap.xml',
      `/books/${pen.book}/code.svg`,
      `/search?query=${encodeURIComponent(PEN_NAME)}`,
    ]
    const found = []
    // The address of its page has the name that is asked for.
    for (const path of paths) {
      const text = (await get(path)).replaceAll(encodeURIComponent(USERNAME), '')
      if (has(path.includes('Zebediah') ? [owner._id, PEN_NAME, pen.book] : ofOwner, text)) found.push(path)
    }
    expect(found).toEqual([])
    expect(await get('/sitemap.xml')).toContain(encodeURIComponent(PEN_NAME))
    expect(await get(`/authors/${encodeURIComponent(PEN_NAME)}/feed.xml`)).toContain(pen.book)
    expect(await get(`/books/${pen.book}`)).toContain(PEN_NAME)
    expect(await get(`/authors/${encodeURIComponent(PEN_NAME)}`)).toContain(picture)
    for (const person of [people.reader, people.author, people.moderator]) {
      const exported = Buffer.from(await (await site.api(person)(exportAccount)).arrayBuffer()).toString('latin1')
      expect(has(ofOwner, exported)).toBe(false)
    }
    for (const person of [people.author, people.moderator]) {
      const { exportUrl } = await site.api(person)(createWorksLink)
      expect(has(ofOwner, (await site.app.inject({ url: exportUrl })).rawPayload.toString('latin1'))).toBe(false)
    }
  })

  test('no mail to others and no line of the log has both', () => {
    const others = site.post.mails.filter(({ to }) => to !== owner.email)
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter((mail) => has(ofOwner, JSON.stringify(mail)))).toEqual([])
    expect(site.logged.some((line) => line.includes(pen.book))).toBe(true)
    expect(site.logged.filter((line) => has(ofOwner, line) && has([...ofPenName, pen.file], line))).toEqual([])
  })

  test('no answer to a change or an attempt of one has its username, id or address', async () => {
    const writing = site.served.filter(
      ({ method, path }) =>
        method !== 'GET' && /^\/(?:books|my|lists|comments|moderation|reports|marks|auth\/pen-names)/.test(path),
    )
    const found = new Set<string>()
    let asked = 0
    for (const call of writing)
      for (const actor of ['guest', 'reader', 'author', 'moderator'] as const) {
        for (const input of inputsFor(call, pen, PEN_NAME)) {
          asked++
          if (has(ofOwner, await ask(call, input, people[actor]))) found.add(`${actor}: ${nameOf(call)}`)
        }
        // What was hidden or withdrawn is there again for the next call.
        await site.services.db.deleteFrom('hidings').where('bookId', '=', pen.book).execute()
        await site.services.db.updateTable('books').set({ isHidden: false }).where('id', '=', pen.book).execute()
      }
    expect(asked).toBeGreaterThan(100)
    expect([...found]).toEqual([])
  })

  test('a name that is taken gets the same error for a pen name and a username', async () => {
    const { reader, author } = people
    const take = (name: string) =>
      problemFrom(site.api(author)(createPenName, { body: { name, about: '', links: [] } }))
    const [own, foreign] = [await take(PEN_NAME), await take(reader.username)]
    const toldBy = ({ status, type, message, errors }: typeof own) => ({ status, type, message, errors })
    expect(toldBy(own)).toEqual(toldBy(foreign))
    const rename = (newUsername: string) => problemFrom(site.api(reader)(updateUsername, { body: { newUsername } }))
    const { message, errors } = await rename(PEN_NAME)
    expect({ message, errors }).toEqual(
      await rename(author.username).then(({ message, errors }) => ({ message, errors })),
    )
  })
})

describe('when the account has books and comments under its own name too', () => {
  beforeAll(async () => {
    open = await publish({ title: 'The Open Ledger', pages: 4 })
    ofOwner = [...ofOwner, open.book, open.series]
    for (const person of [people.reader, people.guest])
      await site.api(person)(rateBook, { params: { id: open.book }, body: { rating: 4 } })
    await site.api(owner)(addComment, { params: { id: other }, body: { text: 'Good light.' } })
    await site.api(people.reader)(sendReport, {
      body: { kind: 'book', id: open.book, reason: 'other', words: 'Strange.' },
    })
    await site.api(people.blocked)(block, { params: { id: owner._id } })
    // The sitemap is made again once something was hidden.
    await site.api(people.moderator)(hideBook, { params: { id: other }, body: { reason: 'A copy.' } })
    await trainHere(site.services)
    await site.jobsDone()
  })

  test.each([
    ['the pen name', () => ({ about: pen, name: PEN_NAME })],
    ['the account', () => ({ about: open, name: USERNAME })],
  ])('no part of an answer to a question about %s has both', async (_, ask) => {
    const { about, name: author } = ask()
    const found = new Set<string>()
    for await (const { name, actor, text } of answers(reading(), about, author))
      if (has(ofOwner, text) && has(ofPenName, text) && isLink(parse(text))) found.add(`${actor}: ${name}`)
    expect([...found].filter((one) => !one.startsWith('admin: GET /admin/'))).toEqual([])
    expect([...found]).toContain('admin: GET /admin/books')
  })

  test('a search for the username does not find the book, nor one for the pen name the other', async () => {
    const idsOf = async (query: string) =>
      JSON.stringify(await site.api(people.reader)(searchBooks, { query: { query } }))
    expect(await idsOf(USERNAME)).toContain(open.book)
    expect(has(ofPenName, await idsOf(USERNAME))).toBe(false)
    expect(await idsOf(PEN_NAME)).toContain(pen.book)
    expect(has(ofOwner, await idsOf(PEN_NAME))).toBe(false)
  })

  test('their series of one name are two, and their pages of authors too', async () => {
    expect(open.series).not.toBe(pen.series)
    expect(has(ofOwner, await get(`/api/series/${pen.series}`))).toBe(false)
    expect(has(ofPenName, await get(`/api/series/${open.series}`))).toBe(false)
    expect(has(ofOwner, await get(`/api/authors/${encodeURIComponent(PEN_NAME)}`))).toBe(false)
    expect(has(ofPenName, await get(`/authors/${encodeURIComponent(USERNAME)}/feed.xml`))).toBe(false)
    expect(has(ofOwner, await get(`/authors/${encodeURIComponent(PEN_NAME)}/feed.xml`))).toBe(false)
    const account = await get(`/api/authors/${encodeURIComponent(USERNAME)}`)
    expect(has([owner._id], account)).toBe(true)
    expect(has(ofPenName, account)).toBe(false)
  })

  test('a reader who blocks the account sees the book as before', async () => {
    expect(JSON.stringify(await site.api(people.blocked)(listBooks))).toContain(pen.book)
    expect(await get(`/api/books/${pen.book}`, people.blocked)).toContain(PEN_NAME)
  })

  test('each address in the sitemap, each mail and each line of the log has one of both', async () => {
    const addresses = (await get('/sitemap.xml')).split('\n')
    const encoded = (words: string[]) => words.map(encodeURIComponent)
    expect(addresses.some((one) => has(encoded(ofOwner), one))).toBe(true)
    expect(addresses.filter((one) => has(encoded(ofOwner), one) && has(encoded(ofPenName), one))).toEqual([])
    const others = site.post.mails.filter(({ to }) => to !== owner.email).map((mail) => JSON.stringify(mail))
    expect(others.filter((mail) => has(ofOwner, mail) && has(ofPenName, mail))).toEqual([])
    expect(site.logged.filter((line) => has(ofOwner, line) && has([...ofPenName, pen.file], line))).toEqual([])
  })
})
