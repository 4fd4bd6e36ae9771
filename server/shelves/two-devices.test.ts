import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToList, createList, getList, LIST_BOOKS_MAX, placeInList, removeFromList } from '#contract/lists.ts'
import { shelveBook } from '#contract/shelves.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  reader = await site.aReader()
})
afterAll(() => site.close())

const START = Date.now() - 3_600_000
const timeOf = (step: number) => new Date(START + step * 1000).toISOString()

/** Changes as they are made, one a second on either device; each is sent at some time after it, perhaps twice. */
const anAct = fc.record({
  change: fc.constantFrom({ isWanted: true }, { isWanted: false }, { isFinished: true }, { isFinished: false }),
  delay: fc.integer({ min: 0, max: 30 }),
  times: fc.integer({ min: 1, max: 2 }),
})

test(
  'in whatever order changes arrive, the last one that was made of each shelf holds',
  { timeout: 60_000 },
  async () => {
    const late = { changes: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(anAct, { minLength: 2, maxLength: 10 }), async (acts) => {
        const [id = ''] = await insertBooks(site.services, [{}])
        const made = acts.map((act, step) => ({ ...act, step }))
        const sent = made
          .flatMap((act) =>
            Array.from({ length: act.times }, (_, n) => ({ ...act, when: act.step + act.delay * (n + 1) })),
          )
          .toSorted((one, other) => one.when - other.when)
        late.changes += sent.filter(({ step }, i) => sent.slice(0, i).some((before) => before.step > step)).length
        for (const { change, step } of sent)
          await site.api(reader)(shelveBook, { params: { id }, body: { ...change, at: timeOf(step) } })
        const wants = made.findLast(({ change }) => 'isWanted' in change || change.isFinished)
        const finishes = made.findLast(({ change }) => 'isFinished' in change)
        const finished = finishes && 'isFinished' in finishes.change && finishes.change.isFinished
        const stored = await site.api(reader)(shelveBook, {
          params: { id },
          // Older than all others, so it changes nothing.
          body: { isWanted: true, at: timeOf(-1) },
        })
        expect({ ...stored, lists: [] }).toEqual({
          isWanted: wants ? 'isWanted' in wants.change && wants.change.isWanted : true,
          finishedAt: finished ? new Date(START + finishes.step * 1000).toISOString() : null,
          lists: [],
        })
      }),
      { numRuns: 60 },
    )
    // Some of them arrived out of order.
    expect(late.changes).toBeGreaterThan(50)
  },
)

const aChange = fc.record({
  book: fc.nat({ max: 5 }),
  what: fc.constantFrom('add', 'add', 'remove', 'place'),
  place: fc.integer({ min: 1, max: 7 }),
})

test('no interleaving of two devices loses a book of a list, or has one twice', { timeout: 60_000 }, async () => {
  const books = await insertBooks(
    site.services,
    Array.from({ length: 6 }, () => ({})),
  )
  const api = site.api(reader)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(aChange, aChange), { minLength: 1, maxLength: 8 }), async (pairs) => {
      const { _id: id } = await api(createList, { body: { name: crypto.randomUUID() } })
      const run = ({ book, what, place }: (typeof pairs)[0][0]) => {
        const params = { id, bookId: books[book] ?? '' }
        if (what === 'add') return api(addToList, { params })
        if (what === 'remove') return api(removeFromList, { params })
        return api(placeInList, { params, body: { place } }).catch((error: { status?: number }) => {
          // Of a book that is not in the list.
          if (error.status !== 404) throw error
        })
      }
      const known = new Set<number>()
      const unknown = new Set<number>()
      for (const pair of pairs) {
        await Promise.all(pair.map(run))
        for (const { book, what } of pair) {
          if (what === 'place') continue
          const isCrossed = pair.some((one) => one.book === book && one.what !== what && one.what !== 'place')
          if (isCrossed) unknown.add(book)
          else unknown.delete(book)
          if (what === 'add') known.add(book)
          else known.delete(book)
        }
      }
      const { books: listed, totalBooks } = await api(getList, { params: { id }, query: { limit: 100 } })
      expect(new Set(listed.map(({ _id }) => _id)).size).toBe(totalBooks)
      expect(totalBooks).toBeLessThanOrEqual(LIST_BOOKS_MAX)
      const isListed = (book: number) => listed.some(({ _id }) => _id === books[book])
      for (const [book] of books.entries()) if (!unknown.has(book)) expect(isListed(book)).toBe(known.has(book))
      await site.services.db.deleteFrom('lists').where('id', '=', id).execute()
    }),
    { numRuns: 40 },
  )
})
