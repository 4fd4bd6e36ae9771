import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { deleteAccount } from '#contract/account-settings.ts'
import { togglePremium } from '#contract/admin.ts'
import { answerCoAuthorship, askCoAuthor } from '#contract/co-authors.ts'
import { addComment, deleteComment } from '#contract/comments.ts'
import { follow, type FollowKind, unfollow } from '#contract/follows.ts'
import { block, hideBook, hideComment, showBook } from '#contract/moderation.ts'
import {
  countNotices,
  listNotices,
  markNoticesRead,
  type NoticeKind,
  type NoticeWay,
  setNoticeWay,
} from '#contract/notices.ts'
import { createPenName } from '#contract/pen-names.ts'
import { beginDraft, editBook, publishBook, setBookState } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { savePosition } from '#contract/reading.ts'
import { decideReport } from '#contract/report-queue.ts'
import { sendReport } from '#contract/reports.ts'
import { publishPlanned } from '#server/publishing/set-book-state.ts'
import { aBookForm, aPdf } from '#server/testing/book-form.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { noteRatings } from './note-ratings.ts'
import { pruneNotices } from './prune-notices.ts'
import { allTold, noticesOf } from './testing-notices.ts'

let site: TestSite
let author: Person
let reader: Person
let moderator: Person

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  moderator = await site.aModerator()
})
afterAll(() => site.close())
beforeEach(async () => {
  ;[author, reader] = await Promise.all([site.anAuthor(), site.aReader()])
})

const as = (person: Person) => site.api(person)
const told = (person = reader) => noticesOf(site, person)
const press = (kind: FollowKind, id: string, person = reader) => as(person)(follow, { params: { kind, id } })
const choose = (kind: NoticeKind, how: NoticeWay, person = reader) =>
  as(person)(setNoticeWay, { params: { kind }, body: { how } })
const publish = async (title: string, fields: Record<string, string> = {}) => {
  const form = aBookForm({ title, author: author.username })
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return (await as(author)(publishBook, { body: form })).book._id
}
/** As an author has a page from the first book on. Who follows before it was told would be told of it. */
const anAuthorWithABook = async (fields: Record<string, string> = {}) => {
  const id = await publish('The first one', fields)
  await allTold(site)
  return id
}
const say = async (id: string, text: string, person = reader) =>
  (await as(person)(addComment, { params: { id }, body: { text } })).comment._id
const newFile = (id: string, changeNote?: string) => {
  const form = new FormData()
  if (changeNote !== undefined) form.set('changeNote', changeNote)
  form.set('pdfFile', new Blob([aPdf(3)], { type: 'application/pdf' }), 'new.pdf')
  return as(author)(editBook, { params: { id }, body: form })
}
const read = (id: string, person = reader) =>
  as(person)(savePosition, {
    params: { id },
    body: { device: { id: crypto.randomUUID(), name: 'Phone' }, page: 1, step: 1, seen: 0 },
  })
const unread = async (person = reader) => (await as(person)(countNotices)).count

describe('of a new book', () => {
  test('followers of its author, series, tag and genre are told, each once and nobody of the own book', async () => {
    const first = await anAuthorWithABook({ series: 'The Tides' })
    const { seriesId } = await site.services.db
      .selectFrom('books')
      .select('seriesId')
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    const [ofSeries, ofTag, ofGenre, ofAll] = await Promise.all([
      site.aReader(),
      site.aReader(),
      site.aGuest(),
      site.aReader(),
    ])
    await press('author', author.username)
    await press('series', seriesId ?? '', ofSeries)
    await press('tag', 'lamps and oil', ofTag)
    await press('genre', 'Poetry', ofGenre)
    for (const person of [ofAll, author]) {
      await press('genre', 'Poetry', person)
      await press('tag', 'lamps and oil', person)
      await press('series', seriesId ?? '', person)
    }
    await press('author', author.username, ofAll)
    await publish('Salt', { series: 'The Tides', tags: 'Lamps and Oil', genre: 'Poetry' })
    expect(await told()).toEqual(['author Salt'])
    expect(await told(ofSeries)).toEqual(['series Salt'])
    expect(await told(ofTag)).toEqual(['tag Salt'])
    expect(await told(ofGenre)).toEqual(['genre Salt'])
    expect(await told(ofAll)).toEqual(['author Salt'])
    expect(await told(author)).toEqual([])
  })

  test('they are told when it is published first: not of a draft, a plan, a change, or a return', async () => {
    await anAuthorWithABook()
    await press('author', author.username)
    const form = aBookForm({ title: 'Later', author: author.username })
    const { book } = await as(author)(beginDraft, { body: form })
    const id = book._id
    expect(await told()).toEqual([])
    const publishAt = new Date(site.services.now().getTime() + DAY_MS).toISOString()
    await as(author)(setBookState, { params: { id }, body: { state: 'planned', publishAt } })
    expect(await told()).toEqual([])
    site.skip(DAY_MS + 1000)
    await Promise.all([publishPlanned(site.services), publishPlanned(site.services)])
    ;[author, reader] = (await Promise.all([author, reader].map((person) => renewed(person)))) as [Person, Person]
    expect(await told()).toEqual(['author Later'])
    const [notice] = await as(reader)(listNotices)
    await as(reader)(markNoticesRead, { body: { id: notice?._id ?? '' } })
    const { version } = book
    expect(version).toBeDefined()
    await as(author)(setBookState, { params: { id }, body: { state: 'withdrawn' } })
    expect(await told()).toEqual([])
    await as(author)(setBookState, { params: { id }, body: { state: 'published' } })
    expect(await told()).toEqual(['author Later'])
    expect(await unread()).toBe(0)
  })

  test('who stops following is told of no other', async () => {
    await anAuthorWithABook()
    await press('author', author.username)
    await as(reader)(unfollow, { params: { kind: 'author', id: author.username } })
    await publish('Salt')
    expect(await told()).toEqual([])
  })

  test('following a pen name and its account tells of the books of each alone, and blocks are about the account', async () => {
    const name = `Orla ${crypto.randomUUID().slice(0, 8)}`
    const { _id: penName } = await as(author)(createPenName, { body: { name, about: '', links: [] } })
    await anAuthorWithABook()
    await anAuthorWithABook({ penName })
    const [ofName, ofAccount, blocker] = await Promise.all([site.aReader(), site.aReader(), site.aReader()])
    await press('author', name, ofName)
    await press('author', author.username, ofAccount)
    for (const id of [name, author.username]) await press('author', id, blocker)
    await publish('Penned', { penName })
    await publish('Open')
    expect(await told(ofName)).toEqual(['author Penned'])
    expect(await told(ofAccount)).toEqual(['author Open'])
    expect(await told(blocker)).toEqual(['author Open', 'author Penned'])
    await as(blocker)(block, { params: { id: author._id } })
    // Otherwise a block would tell whose the pen name is.
    expect(await told(blocker)).toEqual(['author Penned'])
  })
})

/** The sessions of long ago have ended. */
const renewed = async (person: Person): Promise<Person> => {
  const { startSession } = await import('#server/accounts/sessions/sessions.ts')
  return { ...person, token: await startSession(site.services, person._id, 'test') }
}

describe('of a new version', () => {
  test('who follows or has begun the book is told, once a day', async () => {
    const id = await publish('Salt')
    const [other, stranger] = await Promise.all([site.aReader(), site.aReader()])
    await press('book', id)
    await read(id)
    await read(id, other)
    await read(id, author)
    await newFile(id)
    expect(await told()).toEqual(['version Salt'])
    expect(await told(other)).toEqual(['version Salt'])
    expect(await told(author)).toEqual([])
    expect(await told(stranger)).toEqual([])
    const [notice] = await as(reader)(listNotices)
    await as(reader)(markNoticesRead, { body: { upTo: notice?._id ?? '' } })
    expect(await unread()).toBe(0)
    await newFile(id)
    expect(await told()).toEqual(['version Salt'])
    expect(await unread()).toBe(1)
  })

  test('they are told what changed in the last one of the day, as long as the book is shown', async () => {
    const id = await publish('Salt')
    await press('book', id)
    const textsOf = async () => {
      await allTold(site)
      return (await as(reader)(listNotices)).map(({ text }) => text)
    }
    await choose('version', 'mail')
    await newFile(id, 'Chapter 1')
    expect(await textsOf()).toEqual(['Chapter 1'])
    const mail = await site.post.mailTo(reader.email)
    expect(mail.subject).toBe('There is a new version of “Salt”: Chapter 1')
    await newFile(id, 'Chapter 2')
    expect(await textsOf()).toEqual(['Chapter 2'])
    site.skip(DAY_MS)
    author = await renewed(author)
    reader = await renewed(reader)
    await newFile(id)
    expect(await textsOf()).toEqual([undefined, 'Chapter 2'])
    await as(moderator)(hideBook, { params: { id }, body: { reason: 'A copy.' } })
    expect(await textsOf()).toEqual([])
  })
})

describe('of comments', () => {
  test('who has commented before is told of the next comments about the same words, and the author of all in one notice', async () => {
    const id = await publish('Salt')
    const [second, third] = await Promise.all([site.aReader(), site.aReader()])
    await say(id, 'First.')
    await say(id, 'Second.', second)
    const place = { page: 1, quote: 'Once upon a time' }
    await as(third)(addComment, { params: { id }, body: { text: 'About these words.', place } })
    expect(await told()).toEqual(['reply Salt'])
    expect((await as(reader)(listNotices))[0]).toMatchObject({ text: 'Second.', by: second.username, isNew: true })
    expect(await told(second)).toEqual([])
    expect(await told(third)).toEqual([])
    expect(await told(author)).toEqual(['commented Salt 3'])
  })

  test('the first one on a book is a reply to nobody', async () => {
    const id = await publish('Salt')
    const kinds = async () => {
      const events = await site.services.db.selectFrom('noticeEvents').select('kind').where('bookId', '=', id).execute()
      return events.map(({ kind }) => kind).filter((kind) => kind !== 'published')
    }
    await say(id, 'First.')
    expect(await kinds()).toEqual(['commented'])
    await say(id, 'Second.', await site.aReader())
    expect((await kinds()).toSorted()).toEqual(['commented', 'reply'])
  })

  test('a deleted or hidden one, or one of a blocked person, is gone', async () => {
    const id = await publish('Salt')
    const second = await site.aReader()
    await say(id, 'First.')
    const reply = await say(id, 'Second.', second)
    const third = await say(id, 'Third.', second)
    expect(await told()).toEqual(['reply Salt', 'reply Salt'])
    await as(second)(deleteComment, { params: { id, commentId: third } })
    expect(await told()).toEqual(['reply Salt'])
    await as(reader)(block, { params: { id: second._id } })
    expect(await told()).toEqual([])
    expect(await unread()).toBe(0)
    await as(author)(block, { params: { id: second._id } })
    expect(await told(author)).toEqual(['commented Salt 1'])
    await as(moderator)(hideComment, { params: { id, commentId: reply }, body: { reason: 'Rude.' } })
    expect(await told()).toEqual([])
  })
})

test('the ratings of a day are one notice, which is unread again when there are more', async () => {
  const id = await publish('Salt')
  const coAuthor = await site.anAuthor()
  await as(author)(askCoAuthor, { params: { id }, body: { username: coAuthor.username } })
  await as(coAuthor)(answerCoAuthorship, { params: { id }, body: { agrees: true } })
  const rate = async () => as(await site.aReader())(rateBook, { params: { id }, body: { rating: 5 } })
  await Promise.all([rate(), rate()])
  await Promise.all([noteRatings(site.services), noteRatings(site.services)])
  expect(await told(author)).toEqual(['rated Salt 2'])
  expect(await told(coAuthor)).toEqual(['rated Salt 2'])
  const [notice] = await as(author)(listNotices)
  await as(author)(markNoticesRead, { body: { upTo: notice?._id ?? '' } })
  await noteRatings(site.services)
  await told(author)
  expect(await unread(author)).toBe(0)
  await rate()
  await noteRatings(site.services)
  expect(await told(author)).toEqual(['rated Salt 3'])
  expect(await unread(author)).toBe(1)
})

test('an author is told of a book that became premium, as long as it is', async () => {
  const id = await publish('Salt')
  const admin = await site.anAdmin()
  await as(admin)(togglePremium, { params: { id }, body: { isPremium: true } })
  expect(await told(author)).toEqual(['premium Salt'])
  await as(admin)(togglePremium, { params: { id }, body: { isPremium: false } })
  expect(await told(author)).toEqual([])
})

test('who reported is told of the decision, without a word of what was reported', async () => {
  const id = await publish('Salt')
  const { _id } = await as(reader)(sendReport, { body: { kind: 'book', id, reason: 'spam', words: '' } })
  await as(moderator)(decideReport, {
    params: { id: _id },
    body: { decision: 'hide', words: '', version: 1 },
  })
  await site.jobsDone()
  expect(await told()).toEqual(['report'])
  expect(JSON.stringify(await as(reader)(listNotices))).not.toContain('Salt')
})

test('a notice of a hidden book is neither listed nor counted, until it is shown again', async () => {
  await anAuthorWithABook()
  await press('author', author.username)
  const id = await publish('Salt')
  expect(await told()).toEqual(['author Salt'])
  expect(await unread()).toBe(1)
  await as(moderator)(hideBook, { params: { id }, body: { reason: 'A copy.' } })
  expect(await told()).toEqual([])
  expect(await unread()).toBe(0)
  await as(moderator)(showBook, { params: { id } })
  expect(await told()).toEqual(['author Salt'])
})

test('a kind that is off makes no notices', async () => {
  await anAuthorWithABook()
  await press('author', author.username)
  await choose('author', 'off')
  await publish('Salt')
  expect(await told()).toEqual([])
  await choose('author', 'inbox')
  await publish('Pepper')
  expect(await told()).toEqual(['author Pepper'])
})

test('without a confirmed address there are no mails to choose', async () => {
  const guest = await site.aGuest()
  expect(await problemFrom(choose('reply', 'daily', guest))).toMatchObject({ status: 409 })
  await choose('reply', 'off', guest)
})

test('the notices of a deleted account are deleted, and those of its books', async () => {
  await anAuthorWithABook()
  await press('author', author.username)
  await publish('Salt')
  expect(await told()).toEqual(['author Salt'])
  const count = async (userId: string) =>
    (await site.services.db.selectFrom('notices').select('eventId').where('userId', '=', userId).execute()).length
  await as(author)(deleteAccount, { body: { password: PASSWORD, deleteBooks: true } })
  expect(await told()).toEqual([])
  expect(await count(reader._id)).toBe(0)
  const follows = await site.services.db.selectFrom('follows').select('id').where('userId', '=', reader._id).execute()
  expect(follows).toEqual([])
})

test('read notices are deleted after 90 days, and all after a year', async () => {
  await anAuthorWithABook()
  await press('author', author.username)
  for (const title of ['One', 'Two']) await publish(title)
  expect(await told()).toEqual(['author Two', 'author One'])
  const [two] = await as(reader)(listNotices)
  await as(reader)(markNoticesRead, { body: { id: two?._id ?? '' } })
  const rest = async () => {
    await pruneNotices(site.services)
    const rows = await site.services.db
      .selectFrom('notices')
      .select('eventId')
      .where('userId', '=', reader._id)
      .execute()
    return rows.length
  }
  expect(await rest()).toBe(2)
  site.skip(91 * DAY_MS)
  expect(await rest()).toBe(1)
  site.skip(275 * DAY_MS)
  expect(await rest()).toBe(0)
})
