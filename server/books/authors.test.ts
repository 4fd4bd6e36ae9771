import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount, exportAccount, updateUsername } from '#contract/account-settings.ts'
import { getUserDetails } from '#contract/accounts.ts'
import { AUTHOR_SERIES_BOOKS, getAuthor, updateAuthorPage } from '#contract/authors.ts'
import { endSuspension, hidePerson, suspendUser } from '#contract/moderation.ts'
import { setBookState } from '#contract/publishing.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { insertBooks } from './testing-books.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const read = (name: string, query: { page?: number; limit?: number } = {}) =>
  site.api()(getAuthor, { params: { name }, query })
const titles = (books: { title: string }[]) => books.map(({ title }) => title)
const unknown = { status: 404, type: 'not_found', message: 'There is no book by an author with this name.' }

/** An account with this name that publishes a book for each of these. */
const anAuthorOf = async (username: string, books: Parameters<typeof insertBooks>[1]) => {
  const person = await site.anAuthor({ username })
  const values = books.map((book) => ({ author: username, publisherId: person._id, ...book }))
  return { person, ids: await insertBooks(site.services, values) }
}
const say = (person: Person, about: string, links: string[] = []) =>
  site.api(person)(updateAuthorPage, { body: { about, links } })

test('the page of an account has its own books by its name, the newest first', async () => {
  const { person } = await anAuthorOf('Ida Fenn', [
    { title: 'First' },
    { title: 'Second' },
    { title: 'By another name', author: 'Mo Finch' },
  ])
  const author = await read('Ida Fenn')
  expect(author).toMatchObject({ name: 'Ida Fenn', totalBooks: 2, totalPages: 1, currentPage: 1, series: [] })
  expect(titles(author.books)).toEqual(['Second', 'First'])
  expect(author.account).toEqual({
    _id: person._id,
    image: null,
    about: null,
    links: [],
    since: expect.stringMatching(/^\d{4}-/),
  })
  expect(JSON.stringify(author)).not.toContain('Mo Finch')
})

test('letter case and Unicode form of a name make no difference, and the page has one spelling', async () => {
  await anAuthorOf('Zoë Löwe', [{ title: 'Oldest', author: 'Zoe\u0308 LÖWE' }, { title: 'Newest' }])
  for (const spelling of ['Zoë Löwe', 'zoe\u0308 lo\u0308we', 'ZOË LÖWE']) {
    const { name, account, books } = await read(spelling)
    expect([name.normalize('NFC'), account?.image, titles(books)]).toEqual(['Zoë LÖWE', null, ['Newest', 'Oldest']])
  }
})

test('books by others who typed the name of an account are apart from its own', async () => {
  const { person } = await anAuthorOf('Ada Quill', [{ title: 'Own' }])
  await anAuthorOf('A Teacher', [{ title: 'Typed', author: 'ADA QUILL' }])
  const author = await read('ada quill')
  expect(author).toMatchObject({ name: 'Ada Quill', account: { _id: person._id }, totalBooks: 1 })
  expect([titles(author.books), titles(author.namesakes)]).toEqual([['Own'], ['Typed']])
})

test('a name that is no account’s has the books of all who typed it, and nothing of an account', async () => {
  const values = { author: 'Lewis Carroll' }
  await anAuthorOf('Teacher One', [{ ...values, title: 'Alice' }])
  await anAuthorOf('Teacher Two', [{ ...values, title: 'Snark' }])
  const author = await read('Lewis Carroll')
  expect(titles(author.books)).toEqual(['Alice', 'Snark'].toReversed())
  expect(author).not.toHaveProperty('account')
  expect(author.namesakes).toEqual([])
})

test('an account of that name that has published no book under it is not on the page', async () => {
  const { person } = await anAuthorOf('Mary Shelley', [{ title: 'Other', author: 'M. S.' }])
  await say(person, 'Not to be shown.')
  await anAuthorOf('Teacher Three', [{ title: 'Frankenstein', author: 'Mary Shelley' }])
  const author = await read('Mary Shelley')
  expect(titles(author.books)).toEqual(['Frankenstein'])
  expect(JSON.stringify(author)).not.toMatch(/Not to be shown|M\. S\./)
  expect(author).not.toHaveProperty('account')
})

test('an account whose only books are hidden, withdrawn or drafts has no page', async () => {
  const { person, ids } = await anAuthorOf('Nell Unseen', [
    { isHidden: true },
    { isHidden: true, state: 'draft' },
    { title: 'Withdrawn' },
  ])
  await say(person, 'Soon.')
  expect(titles((await read('Nell Unseen')).books)).toEqual(['Withdrawn'])
  await site.api(person)(setBookState, { params: { id: ids[2] ?? '' }, body: { state: 'withdrawn' } })
  expect(await problemFrom(read('Nell Unseen'))).toMatchObject(unknown)
})

test('hidden books count nowhere, neither in series nor among those of others', async () => {
  const seriesId = randomUUID()
  const series = { seriesId, seriesName: 'Tides' }
  await anAuthorOf('Tom Low', [{ ...series, title: 'Ebb' }, { ...series, isHidden: true }, { isHidden: true }])
  await anAuthorOf('Another Teacher', [{ author: 'Tom Low', isHidden: true }])
  expect(await read('Tom Low')).toMatchObject({
    totalBooks: 1,
    books: [],
    namesakes: [],
    totalPages: 0,
    series: [{ _id: seriesId, name: 'Tides', totalBooks: 1, books: [{ title: 'Ebb' }] }],
  })
})

test('series are apart, those with the newest books first, and only by books of that name', async () => {
  const [older, newer] = [randomUUID(), randomUUID()]
  await anAuthorOf('Sera Long', [
    { title: 'Alone' },
    ...Array.from({ length: AUTHOR_SERIES_BOOKS + 1 }, (_, i) => ({
      title: `Old ${i}`,
      seriesId: older,
      seriesName: 'Older',
      seriesNumber: 9 - i,
    })),
    { title: 'Other name', author: 'Pen Name', seriesId: newer, seriesName: 'Newer' },
    { title: 'New', seriesId: newer, seriesName: 'Newer' },
  ])
  const { series, books, totalBooks } = await read('Sera Long')
  expect(series.map(({ name, books, totalBooks }) => [name, titles(books), totalBooks])).toEqual([
    ['Newer', ['New'], 1],
    ['Older', ['Old 4', 'Old 3', 'Old 2', 'Old 1'], 5],
  ])
  expect(titles(books)).toEqual(['Alone'])
  expect(totalBooks).toBe(7)
})

test('the books are paged, and what is apart of them is on the first page', async () => {
  const series = { seriesId: randomUUID(), seriesName: 'Parts' }
  await anAuthorOf('Paige Long', [...Array.from({ length: 5 }, (_, i) => ({ title: `${i}` })), series])
  const first = await read('Paige Long', { limit: 2 })
  expect([titles(first.books), first.totalPages, first.totalBooks, first.series.length]).toEqual([['4', '3'], 3, 6, 1])
  const last = await read('Paige Long', { limit: 2, page: 3 })
  expect([titles(last.books), last.currentPage, last.series]).toEqual([['0'], 3, []])
  expect((await read('Paige Long', { page: 2_147_483_647, limit: 100 })).books).toEqual([])
})

test.each(['AC/DC', '100% Wool', 'a%2Fb', '📚 Bookworm', '..x', "O'Brien & Søn?#", '夏目漱石', 'ﷺ'.repeat(100)])(
  'a name can have any characters: %s',
  async (name) => {
    await insertBooks(site.services, [{ author: name, title: 'Found' }])
    expect(await read(name)).toMatchObject({ name, books: [{ title: 'Found' }] })
  },
)

test.each(['x'.repeat(200), 'Nobody At All', '%', '\u{200B}', 'a\u0000b'])(
  'an unknown or impossible name is not found: %j',
  async (name) => {
    expect((await problemFrom(read(name))).status).toBe(404)
  },
)

test('an author says something on the page, with links, and takes it back', async () => {
  const { person } = await anAuthorOf('Vera Vane', [{}])
  const { user } = await say(person, '  Of lamps.\r\nAnd ink. ', [
    ' https://Example.org/vera ',
    'https://example.org/vera',
  ])
  expect(user).toMatchObject({ about: 'Of lamps.\nAnd ink.', links: ['https://example.org/vera'] })
  expect((await site.api(person)(getUserDetails)).user.about).toBe('Of lamps.\nAnd ink.')
  expect((await read('Vera Vane')).account).toMatchObject({ about: user.about, links: user.links })
  const data = Buffer.from(await (await site.api(person)(exportAccount)).arrayBuffer()).toString('latin1')
  expect(data).toContain('https://example.org/vera')
  await say(person, '')
  expect((await read('Vera Vane')).account).toMatchObject({ about: null, links: [] })
})

test.each([
  ['http://example.org/', 'A link is an address that begins with https:// and has at most 200 characters'],
  ['javascript:alert(1)', 'A link is an address'],
  ['https://bank.example@evil.example/', 'A link is an address'],
  ['example.org', 'A link is an address'],
  [`https://example.org/${'x'.repeat(200)}`, 'A link is an address'],
])('no link can be %s', async (link, message) => {
  const refused = await problemFrom(say(await site.anAuthor(), '', [link]))
  expect(refused.status).toBe(400)
  expect(refused.message).toContain(message)
})

test('there are at most 500 characters and five links', async () => {
  const person = await site.anAuthor()
  const links = Array.from({ length: 6 }, (_, i) => `https://example.org/${i}`)
  expect((await problemFrom(say(person, 'x'.repeat(501)))).message).toContain('at most 500 characters')
  expect((await problemFrom(say(person, '', links))).message).toBe('There can be at most 5 links')
  expect((await say(person, '📚'.repeat(500), links.slice(1))).user.links).toHaveLength(5)
})

test('while an account is suspended its page has no words of its own', async () => {
  const { person } = await anAuthorOf('Sus Pended', [{ title: 'Stays' }])
  await say(person, 'Buy my things.', ['https://example.org/shop'])
  const admin = site.api(await site.anAdmin())
  await admin(suspendUser, { params: { id: person._id }, body: { reason: 'Advertising.' } })
  const suspended = await read('Sus Pended')
  expect(titles(suspended.books)).toEqual(['Stays'])
  expect(suspended.account).toMatchObject({ about: null, links: [] })
  await admin(endSuspension, { params: { id: person._id } })
  expect((await read('Sus Pended')).account).toMatchObject({ about: 'Buy my things.' })
})

test('a person who is hidden has no page', async () => {
  const { person } = await anAuthorOf('Hid Denn', [{}])
  await site.api(await site.aModerator())(hidePerson, { params: { id: person._id }, body: { reason: 'Copies.' } })
  expect(await problemFrom(read('Hid Denn'))).toMatchObject(unknown)
})

test('a renamed account leaves the books under its old name without it, and a deleted one too', async () => {
  const { person } = await anAuthorOf('Old Name', [{ title: 'Kept' }])
  await say(person, 'About me.')
  await site.api(person)(updateUsername, { body: { newUsername: 'New Name' } })
  expect(await read('Old Name')).not.toHaveProperty('account')
  await site.api(person)(updateUsername, { body: { newUsername: 'OLD name' } })
  expect(await read('Old Name')).toMatchObject({ name: 'Old Name', account: { about: 'About me.' } })
  await site.api(person)(deleteAccount, { body: { password: PASSWORD } })
  const left = await read('Old Name')
  expect(titles(left.books)).toEqual(['Kept'])
  expect(JSON.stringify(left)).not.toContain('About me.')
})
