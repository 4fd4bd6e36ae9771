import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportAccount } from '#contract/account-settings.ts'
import { follow, type FollowKind, FOLLOWS_MAX, getFollow, listFollows, unfollow } from '#contract/follows.ts'
import { hideBook, showBook } from '#contract/moderation.ts'
import { createPenName } from '#contract/pen-names.ts'
import { publishBook } from '#contract/publishing.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let author: Person
let book: string
const series = crypto.randomUUID()

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  author = await site.anAuthor({ username: 'Ida Fenn' })
  book = await site.aBookRow(author, {
    title: 'Salt',
    author: 'Ida Fenn',
    publisherName: 'ida fenn',
    seriesId: series,
    seriesName: 'The Tides',
  })
  await site.aBookRow(author, { title: 'Typed', author: 'Somebody Else', publisherName: 'ida fenn' })
})
afterAll(() => site.close())

const press = (person: Person, kind: FollowKind, id: string) => site.api(person)(follow, { params: { kind, id } })
const listed = async (person: Person) =>
  (await site.api(person)(listFollows)).map(({ kind, name }) => `${kind} ${name}`)
const stateOf = (person: Person, kind: FollowKind, id: string) => site.api(person)(getFollow, { params: { kind, id } })

test('an author, a series, a book, a genre and a tag are followed with one press and left with another', async () => {
  const reader = await site.aReader()
  const all: [FollowKind, string][] = [
    ['author', 'ida FENN'],
    ['series', series],
    ['book', book],
    ['genre', 'health and wellness'],
    ['tag', ' Slow  Reading '],
  ]
  for (const [kind, id] of all) {
    expect(await stateOf(reader, kind, id)).toEqual({ isFollowed: false })
    await press(reader, kind, id)
    await press(reader, kind, id)
    expect(await stateOf(reader, kind, id)).toEqual({ isFollowed: true })
  }
  expect(await listed(reader)).toEqual([
    'tag slow reading',
    'genre Health & Wellness',
    'book Salt',
    'series The Tides',
    'author Ida Fenn',
  ])
  for (const [kind, id] of all) await site.api(reader)(unfollow, { params: { kind, id } })
  expect(await listed(reader)).toEqual([])
})

test.each([
  ['author', 'Nobody Here', 'not_found'],
  ['author', 'Somebody Else', 'conflict'],
  ['series', crypto.randomUUID(), 'not_found'],
  ['book', 'not an id', 'not_found'],
  ['genre', 'No such genre', 'not_found'],
  ['tag', '\u{FEFF}', 'not_found'],
] as const)('%s %j can not be followed', async (kind, id, type) => {
  expect(await problemFrom(press(await site.aReader(), kind, id))).toMatchObject({ type })
})

test('a hidden book is not followed, and is left out of the list', async () => {
  const [reader, moderator] = await Promise.all([site.aReader(), site.aModerator()])
  const hidden = await site.aBookRow(author, { title: 'Soon hidden' })
  await press(reader, 'book', hidden)
  await site.api(moderator)(hideBook, { params: { id: hidden }, body: { reason: 'A copy.' } })
  expect(await listed(reader)).toEqual([])
  expect(await problemFrom(press(await site.aReader(), 'book', hidden))).toMatchObject({ type: 'not_found' })
  await site.api(moderator)(showBook, { params: { id: hidden } })
  expect(await listed(reader)).toEqual(['book Soon hidden'])
})

test('an author learns how many follow the name, and nobody else does; nobody follows the own name', async () => {
  const name = 'Orla Quick'
  const owner = await site.anAuthor()
  const { _id: penName } = await site.api(owner)(createPenName, { body: { name, about: '', links: [] } })
  const form = aBookForm({ title: 'Under another name' })
  form.set('penName', penName)
  await site.api(owner)(publishBook, { body: form })
  const reader = await site.aReader()
  await press(reader, 'author', name)
  expect(await stateOf(owner, 'author', name)).toEqual({ isFollowed: false, followers: 1 })
  expect(await stateOf(owner, 'author', owner.username)).toEqual({ isFollowed: false, followers: 0 })
  expect(await stateOf(reader, 'author', name)).toEqual({ isFollowed: true })
  expect(await problemFrom(press(owner, 'author', name))).toMatchObject({ message: 'This is your own name.' })
  const follows = JSON.stringify(await site.api(reader)(listFollows))
  for (const word of [owner._id, owner.username, penName]) expect(follows).not.toContain(word)
})

test(`somebody follows ${FOLLOWS_MAX} things at most`, async () => {
  const reader = await site.aReader()
  const rows = Array.from({ length: FOLLOWS_MAX }, (_, i) => ({
    userId: reader._id,
    tag: `tag ${i}`,
    followedAt: site.services.now(),
  }))
  await site.services.db.insertInto('follows').values(rows).execute()
  expect(await problemFrom(press(reader, 'tag', 'one more'))).toMatchObject({ status: 409 })
  await press(reader, 'tag', 'tag 7')
  const first = await site.api(reader)(listFollows)
  const next = await site.api(reader)(listFollows, { query: { before: first.at(-1)?._id } })
  expect([first.length, next.length, next[0]?.name]).toEqual([50, 50, `tag ${FOLLOWS_MAX - 51}`])
})

test('what somebody follows is in the export of the account', async () => {
  const reader = await site.aReader()
  await press(reader, 'author', 'Ida Fenn')
  const text = Buffer.from(await (await site.api(reader)(exportAccount)).arrayBuffer()).toString('latin1')
  expect(text).toContain('follows.json')
})
