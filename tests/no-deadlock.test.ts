import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { togglePremium } from '#contract/admin.ts'
import { addComment, deleteComment, listComments } from '#contract/comments.ts'
import { follow, unfollow } from '#contract/follows.ts'
import { isProblem } from '#contract/api/problems.ts'
import {
  block,
  endSuspension,
  hideBook,
  hideComment,
  hidePerson,
  showBook,
  showComment,
  showPerson,
  suspendUser,
  unblock,
} from '#contract/moderation.ts'
import { editBook, setBookState } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { savePosition } from '#contract/reading.ts'
import { sendReport } from '#contract/reports.ts'
import { shelveBook } from '#contract/shelves.ts'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { aPdf } from '#server/testing/book-form.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { seededRandom } from './torture/random.ts'

/** How often the author acts; the others do so until the author is done. */
const TURNS = 200
const REASON = { reason: 'It was copied.' }

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const form = (fields: Record<string, string | Blob>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return body
}

/** Turns of an even and an odd number do and undo. */
type Action = (turn: number) => Promise<unknown>

test('whatever people do at once with the same books, no request and no job waits for another in a circle', async () => {
  const [author, suspended, reader, other, moderator, admin] = await Promise.all([
    site.anAuthor(),
    site.aReader(),
    site.aReader(),
    site.aReader(),
    site.aModerator(),
    site.anAdmin(),
  ])
  const books = [(await site.aBook(author))._id, (await site.aBook(author))._id]
  const bookAt = (turn: number) => ({ id: books[(turn >> 1) % books.length] ?? '' })
  const by = (person: Person) => site.api(person)
  /** The id of the newest comment on a book, or of the newest that this person wrote. */
  const newestComment = async (id: string, writer?: Person) => {
    const comments = await by(admin)(listComments, { params: { id }, query: {} })
    return comments.findLast(({ user }) => writer === undefined || user?._id === writer._id)?._id ?? randomUUID()
  }

  const readerActions = (person: Person): Action[] => [
    (turn) => by(person)(rateBook, { params: bookAt(turn), body: { rating: ((turn % 5) + 1) as 1 } }),
    (turn) => by(person)(addComment, { params: bookAt(turn), body: { text: `Turn ${turn}` } }),
    async (turn) =>
      by(person)(deleteComment, {
        params: { ...bookAt(turn), commentId: await newestComment(bookAt(turn).id, person) },
      }),
    (turn) =>
      by(person)(savePosition, {
        params: bookAt(turn),
        body: { device: { id: person._id, name: 'Phone' }, page: 1 + (turn % 2), step: turn + 1, seen: 0 },
      }),
    (turn) => by(person)(shelveBook, { params: bookAt(turn), body: { isWanted: turn % 2 === 0 } }),
    (turn) => by(person)(turn % 2 ? unfollow : follow, { params: { kind: 'author', id: author._id } }),
    (turn) => by(person)(sendReport, { body: { kind: 'book', id: bookAt(turn).id, reason: 'spam' } as never }),
  ]
  const actors: Record<string, Action[]> = {
    author: [
      (turn) =>
        by(author)(editBook, { params: bookAt(turn), body: form({ pdfFile: new Blob([aPdf(2 + (turn % 2))]) }) }),
      (turn) => by(author)(editBook, { params: bookAt(turn), body: form({ title: `Title ${turn}` }) }),
      (turn) =>
        by(author)(setBookState, { params: bookAt(turn), body: { state: turn % 16 ? 'published' : 'withdrawn' } }),
      (turn) => by(author)(turn % 2 ? unblock : block, { params: { id: other._id } }),
    ],
    'the author on another device': [
      (turn) => by(author)(editBook, { params: bookAt(turn), body: form({ pdfFile: new Blob([aPdf(3)]) }) }),
      (turn) => by(author)(editBook, { params: bookAt(turn), body: form({ caption: `Caption ${turn}` }) }),
    ],
    reader: readerActions(reader),
    'other reader': readerActions(other),
    'a reader who is suspended': readerActions(suspended),
    moderator: [
      (turn) =>
        turn % 8
          ? by(moderator)(showBook, { params: bookAt(turn) })
          : by(moderator)(hideBook, { params: bookAt(turn), body: REASON }),
      (turn) =>
        turn % 4
          ? by(moderator)(showPerson, { params: { id: other._id } })
          : by(moderator)(hidePerson, { params: { id: other._id }, body: REASON }),
      async (turn) => {
        const params = { ...bookAt(turn), commentId: await newestComment(bookAt(turn).id) }
        await (turn % 2 ? by(moderator)(showComment, { params }) : by(moderator)(hideComment, { params, body: {} }))
      },
    ],
    administrator: [
      (turn) =>
        turn % 4
          ? by(admin)(endSuspension, { params: { id: suspended._id } })
          : by(admin)(suspendUser, { params: { id: suspended._id }, body: { ...REASON, hideContent: true } }),
      (turn) => by(admin)(togglePremium, { params: bookAt(turn), body: { isPremium: turn % 2 === 0 } as never }),
    ],
  }

  /** What was done at least once: of the readers, by one of them. */
  const done = new Set<string>()
  const nameOf = (actor: string, action: number) => `${actor.includes('reader') ? 'reader' : actor} ${action}`
  let isOver = false
  const act = async (name: string, actions: Action[]) => {
    const { oneOf } = seededRandom(name.length)
    for (let turn = 0; name === 'author' ? turn < TURNS : !isOver; turn += 1) {
      const action = oneOf(actions)
      await action(turn).then(
        () => done.add(nameOf(name, actions.indexOf(action))),
        async (error: unknown) => {
          if (!isProblem(error)) throw error
          // A suspension has ended the session, and while it lasts there is no other.
          if (error.status === 401)
            suspended.token = await startSession(site.services, suspended._id, 'test').catch(() => suspended.token)
        },
      )
    }
  }
  await Promise.all(
    Object.entries(actors).map(async ([name, actions]) => {
      await act(name, actions)
      isOver = true
    }),
  )
  const never = Object.entries(actors).flatMap(([name, actions]) =>
    actions.map((_, at) => nameOf(name, at)).filter((one) => !done.has(one)),
  )
  expect(never).toEqual([])
  expect(site.logged.filter((line) => line.includes('deadlock'))).toEqual([])
}, 300_000)
