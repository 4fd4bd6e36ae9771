import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { getNewestByAuthor } from '#contract/authors.ts'
import { listBooks, listGenres } from '#contract/books.ts'
import type { Api } from '#contract/api/client.ts'
import type { TokenScope } from '#contract/api/endpoint.ts'
import { createPenName } from '#contract/pen-names.ts'
import { addToList, createList, getList } from '#contract/lists.ts'
import { block, hideBook, hidePerson, suspendUser } from '#contract/moderation.ts'
import { premiumBooks } from '#contract/premium.ts'
import { isProblem } from '#contract/api/problems.ts'
import { beginDraft, publishBook, setBookState } from '#contract/publishing.ts'
import { togglePremium } from '#contract/admin.ts'
import { getSeries } from '#contract/series.ts'
import { listShelf, shelveBook } from '#contract/shelves.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { aToken, basic } from '#server/accounts/api-tokens/testing-tokens.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { entriesOf, parseXml, textOf } from '#server/testing/parse-xml.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { readOpds2 } from './testing-opds.ts'

const AUTHOR = 'Ottoline Marsh'
const NAME = 'Cordelia Vane'
const SERIES = 'The Almanacs'
const REASON = { reason: 'A copy.' }
const TOMORROW = () => new Date(Date.now() + DAY_MS).toISOString()

/** A book in each state, by its title. */
const SHOWN = [
  'published',
  'premium',
  'for older readers',
  'for reading here',
  'of a pen name',
  'of a suspended author',
]
const UNSEEN = ['draft', 'planned', 'withdrawn', 'hidden', 'premium, hidden', 'of a hidden author']
const ALL = [...SHOWN, ...UNSEEN]
const OLDER = 'for older readers'
/** On a shelf and two lists of the reader; a draft and a planned book can't be put there. */
const KEPT = ALL.filter((title) => title !== 'draft' && title !== 'planned')
const OF_PEN_NAME = 'of a pen name'

const CREDENTIALS = [
  'visitor',
  'guest',
  'session',
  'token',
  'author',
  'other reader',
  'blocked',
  'moderator',
  'admin',
] as const
type Credential = (typeof CREDENTIALS)[number]

let site: TestSite
let author: Person
let books: Record<string, { id: string; cover: string }>
let series: string
let lists: { private: string; public: string }
/** The guest and the first reader have a session; the same reader and all others have a token for feeds. */
let people: Record<Exclude<Credential, 'visitor'>, Person>
let headers: Record<Credential, Record<string, string>>
let suspended: { authorization: string }

beforeAll(async () => {
  site = await openTestSite({ pages: false })
  await site.startJobs()
  author = await site.anAuthor({ username: AUTHOR })
  const [guest, reader, other, blocked, moderator, admin] = await Promise.all([
    site.aGuest(),
    site.aReader(),
    site.aReader(),
    site.aReader(),
    site.aModerator(),
    site.anAdmin(),
  ])
  people = { guest, session: reader, token: reader, author, 'other reader': other, blocked, moderator, admin }
  const [leaving, gone] = await Promise.all([site.anAuthor(), site.anAuthor()])
  const { _id: penName } = await site.api(author)(createPenName, { body: { name: NAME, about: '', links: [] } })
  books = {}
  for (const title of ALL) books[title] = await publish(title, { leaving, gone, penName })
  const keptIds = KEPT.map(idOf)
  series = crypto.randomUUID()
  await site.services.db.updateTable('books').set({ seriesId: series, seriesName: SERIES }).execute()
  await site.services.db.updateTable('books').set({ age: 18 }).where('id', '=', idOf(OLDER)).execute()
  await site.services.db
    .updateTable('books')
    .set({ downloads: 'none' })
    .where('id', '=', idOf('for reading here'))
    .execute()
  const [own, open] = await Promise.all(
    (['private', 'public'] as const).map(async (visibility) =>
      site.api(reader)(createList, { body: { name: visibility, visibility } }),
    ),
  )
  lists = { private: own?._id ?? '', public: open?._id ?? '' }
  for (const bookId of keptIds) {
    await site.api(reader)(shelveBook, { params: { id: bookId }, body: { isWanted: true } })
    for (const id of Object.values(lists)) await site.api(reader)(addToList, { params: { id, bookId } })
  }
  for (const title of ['premium', 'premium, hidden'])
    await site.api(admin)(togglePremium, { params: { id: idOf(title) }, body: { isPremium: true } })
  await site.api(author)(block, { params: { id: blocked._id } })
  const token = async (person: Person, scopes: TokenScope[] = ['feeds']) => ({
    authorization: basic(person.email, (await aToken(site, person, scopes)).token),
  })
  const session = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
  headers = {
    visitor: {},
    guest: session(guest),
    session: session(reader),
    token: await token(reader),
    author: await token(author),
    'other reader': await token(other),
    blocked: await token(blocked),
    moderator: await token(moderator),
    admin: await token(admin),
  }
  suspended = await token(leaving)

  const set = (title: string, body: object) =>
    site.api(author)(setBookState, { params: { id: idOf(title) }, body: body as { state: 'withdrawn' } })
  await set('planned', { state: 'planned', publishAt: TOMORROW() })
  await set('withdrawn', { state: 'withdrawn' })
  for (const title of ['hidden', 'premium, hidden'])
    await site.api(moderator)(hideBook, { params: { id: idOf(title) }, body: REASON })
  await site.api(admin)(suspendUser, { params: { id: leaving._id }, body: { ...REASON, hideContent: false } })
  await site.api(moderator)(hidePerson, { params: { id: gone._id }, body: REASON })
})
afterAll(() => site.close())

const publish = async (
  title: string,
  { leaving, gone, penName }: { leaving: Person; gone: Person; penName: string },
) => {
  const publisher = { 'of a suspended author': leaving, 'of a hidden author': gone }[title] ?? author
  const form = aBookForm({ title, author: AUTHOR })
  if (title === OF_PEN_NAME) form.set('penName', penName)
  const isDraft = title === 'draft' || title === 'planned'
  const { book } = await site.api(publisher)(isDraft ? beginDraft : publishBook, { body: form })
  const { cover } = await site.services.db
    .selectFrom('books')
    .select('cover')
    .where('id', '=', book._id)
    .executeTakeFirstOrThrow()
  return { id: book._id, cover }
}

const idOf = (title: string) => books[title]?.id ?? ''
const titleOf = (id: string) => ALL.find((title) => idOf(title) === id) ?? `unknown: ${id}`

const openLibrary = (libraryAccess: 'everyone' | 'members', visitorAge: 'all' | '16' = '16') =>
  site.api(people.admin)(updateSiteSettings, { body: { libraryAccess, visitorAge } })

const read = (url: string, given: Record<string, string>) => site.app.inject({ url, headers: given })

/** What a feed lists, in both versions, or the status of its failure. */
const listed = async (path: string, given: Record<string, string>): Promise<string[] | number> => {
  const [one, two] = await Promise.all(['v1', 'v2'].map((version) => read(`/opds/${version}${path}`, given)))
  expect(one?.statusCode).toBe(two?.statusCode)
  if (one?.statusCode !== 200) return one?.statusCode ?? 500
  const uuids = (ids: string[]) => ids.map((id) => titleOf(id.replace('urn:uuid:', ''))).toSorted()
  // In 1.2 an entry without a file or a page of a book is one of a feed that lists nothing.
  const inOne = uuids(
    entriesOf(parseXml(one.body))
      .filter(({ children }) => children.some(({ attributes }) => attributes['rel'] === 'alternate'))
      .map((entry) => String(textOf(entry, 'id'))),
  )
  const inTwo = uuids((readOpds2(two?.body ?? '').publications ?? []).map(({ metadata }) => metadata.identifier))
  expect(inOne).toEqual(inTwo)
  return inTwo
}

/** What the site lists to a person, or the status of its failure. */
const onSite = async (find: (api: Api) => Promise<{ books: { _id: string }[] }>, person: Person | undefined) => {
  try {
    const { books } = await find(site.api(person))
    return books.map(({ _id }) => titleOf(_id)).toSorted()
  } catch (error) {
    if (isProblem(error)) return error.status
    throw error
  }
}

interface Feed {
  path: () => string
  /** The same list on the site. */
  call: (api: Api) => Promise<{ books: { _id: string }[] }>
  /** What a person sees of it, or the status; of these books only those that this person may see at all. */
  shows: (who: Credential, isOpen: boolean) => string[] | number
}

/** In a closed library a visitor is asked for a login. */
const inLibrary =
  (found: string[] | number = SHOWN) =>
  (who: Credential, isOpen: boolean) =>
    who === 'visitor' && !isOpen ? 401 : found
const isFirstReader = (who: Credential) => who === 'session' || who === 'token'
const limit = 50
const FEEDS: Record<string, Feed> = {
  new: { path: () => '/new', call: (api) => api(listBooks, { query: { sort: 'new', limit } }), shows: inLibrary() },
  popular: {
    path: () => '/popular',
    call: (api) => api(listBooks, { query: { sort: 'most-read', limit } }),
    shows: inLibrary(),
  },
  search: {
    path: () => '/search?query=author',
    call: (api) => api(listBooks, { query: { query: 'author', limit } }),
    shows: inLibrary(['of a suspended author']),
  },
  'a genre': {
    path: () => '/genres/fantasy',
    call: (api) => api(listBooks, { query: { genre: 'Fantasy', limit } }),
    shows: inLibrary(),
  },
  premium: {
    path: () => '/premium',
    call: async (api) => (await api(premiumBooks, { query: { page: 1, limit } })) as { books: { _id: string }[] },
    shows: () => ['premium'],
  },
  'an author': {
    path: () => `/authors/${encodeURIComponent(AUTHOR)}`,
    call: (api) => api(getNewestByAuthor, { params: { name: AUTHOR }, query: { limit } }),
    // Another account has typed the name.
    shows: () => SHOWN.filter((title) => title !== OF_PEN_NAME && title !== 'of a suspended author'),
  },
  'a pen name': {
    path: () => `/authors/${encodeURIComponent(NAME)}`,
    call: (api) => api(getNewestByAuthor, { params: { name: NAME }, query: { limit } }),
    shows: () => [OF_PEN_NAME],
  },
  'a series': {
    path: () => `/series/${series}`,
    call: (api) => api(getSeries, { params: { id: series } }),
    shows: () => SHOWN,
  },
  'a shelf': {
    path: () => '/my/want',
    call: (api) => api(listShelf, { params: { shelf: 'want' }, query: { limit } }),
    shows: (who) => (who === 'visitor' ? 401 : isFirstReader(who) ? SHOWN : []),
  },
  'a private list': {
    path: () => `/lists/${lists.private}`,
    call: (api) => api(getList, { params: { id: lists.private }, query: { limit } }),
    shows: (who, isOpen) => (isFirstReader(who) ? SHOWN : inLibrary(404)(who, isOpen)),
  },
  'a public list': {
    path: () => `/lists/${lists.public}`,
    call: (api) => api(getList, { params: { id: lists.public }, query: { limit } }),
    shows: inLibrary(SHOWN),
  },
}

/** Visitors don't see the books above the age that the site shows them. */
const seenBy = (who: Credential, shown: string[]) =>
  shown.filter((title) => who !== 'visitor' || title !== OLDER).toSorted()

describe.each([
  ['an open', 'everyone'],
  ['a closed', 'members'],
] as const)('in %s library', (_, libraryAccess) => {
  const isOpen = libraryAccess === 'everyone'
  beforeAll(() => openLibrary(libraryAccess))

  test.each(Object.entries(FEEDS))('the feed of %s lists to each person what the site does', async (_, feed) => {
    // A visitor before and after the others, so that nobody gets what was stored for another one.
    for (const who of [...CREDENTIALS, 'visitor'] as const) {
      const found = await listed(feed.path(), headers[who])
      const shown = feed.shows(who, isOpen)
      expect([who, found]).toEqual([who, Array.isArray(shown) ? seenBy(who, shown) : shown])
      expect([who, found]).toEqual([who, await onSite(feed.call, who === 'visitor' ? undefined : people[who])])
    }
  })

  test.each(ALL)('a book in the state "%s" has an entry and a file for whom it is shown', async (title) => {
    const isShown = SHOWN.includes(title)
    const forVisitors = isOpen || title === 'premium' ? 302 : 401
    for (const who of CREDENTIALS) {
      const isTooOld = title === OLDER && who === 'visitor'
      const statuses = await Promise.all(
        [`/opds/v1/books/${idOf(title)}`, `/opds/v2/books/${idOf(title)}`, `/opds/get/${idOf(title)}.pdf`].map(
          async (url) => (await read(url, headers[who])).statusCode,
        ),
      )
      const entry = isTooOld ? 401 : 200
      const offered = title === 'for reading here' ? fileOfReadingHere(who) : 302
      const file = isTooOld ? 401 : who === 'visitor' && forVisitors === 401 ? 401 : offered
      expect([who, statuses]).toEqual([who, isShown ? [entry, entry, file] : [404, 404, 404]])
    }
    const { statusCode } = await read(`/opds/cover/${books[title]?.cover}-320.jpg`, {})
    expect(statusCode).toBe(isShown ? 200 : 404)
  })
})

/** A book for reading on the site is saved by those alone who answer for it. */
const fileOfReadingHere = (who: Credential) => (['author', 'moderator', 'admin'].includes(who) ? 302 : 403)

test('tokens of other scopes and suspended people get nothing, nor what visitors get', async () => {
  await openLibrary('everyone')
  const { token: reader } = people
  const refused = [suspended.authorization]
  for (const scope of ['sync', 'read', 'write'] as const) {
    const { token } = await aToken(site, reader, [scope])
    refused.push(basic(reader.email, token), `Bearer ${token}`)
  }
  const addresses = [
    ...Object.values(FEEDS).flatMap(({ path }) => [`/opds/v1${path()}`, `/opds/v2${path()}`]),
    ...SHOWN.flatMap((title) => [`/opds/v2/books/${idOf(title)}`, `/opds/get/${idOf(title)}.pdf`]),
    '/opds',
    '/opds/v1',
    '/opds/v2',
    '/opds/v1/genres',
    '/opds/v2/authors',
    '/opds/v2/series',
    '/opds/v2/my',
  ]
  for (const authorization of refused)
    for (const url of addresses) {
      const { statusCode } = await read(url, { authorization })
      expect([url, authorization, statusCode]).toEqual([url, authorization, 401])
    }
})

test('the names of authors and series, and the numbers of books, are those of books that are shown', async () => {
  await openLibrary('everyone')
  for (const who of CREDENTIALS) {
    const titles = async (path: string) =>
      entriesOf(parseXml((await read(`/opds/v1${path}`, headers[who])).body)).map((entry) => textOf(entry, 'title'))
    expect([who, await titles('/authors'), await titles('/series')]).toEqual([who, [NAME, AUTHOR], [SERIES]])
    const { navigation = [] } = readOpds2((await read('/opds/v2/genres', headers[who])).body)
    const counted = navigation.map(({ title, properties }) => [title, properties?.numberOfItems])
    // The site counts the books for older readers for visitors too.
    const onSite = await site.api(who === 'visitor' ? undefined : people[who])(listGenres)
    expect(onSite).toEqual([{ _id: 'Fantasy', count: SHOWN.length }])
    expect([who, counted]).toEqual([who, onSite.map(({ _id, count }) => [_id, count])])
  }
})
