import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { deleteBook, publishBook } from '#contract/publishing.ts'
import { connect } from '#server/platform/database/connect.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { drive, type DriveResult, warmUp } from './drive.ts'
import type { Site } from './library.ts'
import { median } from './rounds.ts'
import { apiOf, bearer, type Row } from './row.ts'

const FOLLOWERS = 100_000
const PER_STATEMENT = 5000
/** The limit for telling the last follower. */
const SECONDS = 60
/** Of pages that are loaded beside it: 800 in each part of a round, of which p99 is the eighth slowest. */
const LOAD = { connections: 8, seconds: 10, perSecond: 80 }
/** Each is a part with and one without, so that a noisy minute affects both. */
const PARTS_BY_ROUND = 3

/** The pages that people load beside it, past the response cache. */
const pagesOf = ({ tokens, bookIds }: Site) =>
  bookIds.slice(0, 200).flatMap((id, n) => {
    const headers = { ...bearer(tokens[n % tokens.length]), 'cache-control': 'no-cache' }
    return [`/api/books/${id}`, '/api/books?page=2', '/api/notices', '/api/notices/unread'].map((path) => ({
      path,
      headers,
    }))
  })

/** Publishes a book of an author whom 100,000 follow. */
export const fanOut: Row = {
  name: 'fan-out',
  what: `s until the last of ${FOLLOWERS.toLocaleString('en-GB')} followers of an author is told of a book`,
  goal: { atMost: SECONDS },
  measure: async (site, { rounds }) =>
    withFollowers(site, async (publish) => {
      const [ours, firsts]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        const book = await publish()
        const { first, last } = await book.told
        firsts.push(first)
        ours.push(last)
        await book.remove()
      }
      return { ours, unit: 's', note: `the first after ${median(firsts).toFixed(2)} s (goal 5)` }
    }),
}

/** The pages of other people while one book after another of such an author is told of. */
export const fanOutPages: Row = {
  name: 'fan-out-pages',
  what: `pages past the cache, ms at p99, while ${FOLLOWERS.toLocaleString('en-GB')} followers are told of books`,
  goal: { atMost: 2 },
  reference: 'without',
  measure: async (site, { rounds }) =>
    withFollowers(site, async (publish) => {
      const load = { ...LOAD, address: site.address, requests: pagesOf(site) }
      await warmUp(load)
      const [ours, reference]: [DriveResult[], DriveResult[]] = [[], []]
      for (let part = 0; part < rounds * PARTS_BY_ROUND; part += 1) {
        reference.push(await drive(load))
        const books = [await publish()]
        const beside = drive(load)
        const ended = beside.then(() => true)
        while (!(await Promise.race([ended, books.at(-1)?.told.then(() => false)]))) books.push(await publish())
        ours.push(await beside)
        for (const book of books) {
          await book.told
          await book.remove()
        }
      }
      const count = ours.reduce((sum, result) => sum + result.count, 0)
      const p50 = [ours, reference].map((results) => median(results.map((result) => result.p50)).toFixed(1))
      return {
        ours: ours.map(({ p99 }) => p99),
        reference: reference.map(({ p99 }) => p99),
        unit: 'ms',
        note: `${count} requests beside it; p50 ${p50.join(' ms, without ')} ms`,
      }
    }),
}

interface ToldBook {
  /** Seconds until the first and the last notice. */
  told: Promise<{ first: number; last: number }>
  remove: () => Promise<unknown>
}

/** Gives an author 100,000 followers, and `measure` the way to publish books of this author. */
const withFollowers = async <T>(site: Site, measure: (publish: () => Promise<ToldBook>) => Promise<T>): Promise<T> => {
  const { db, close } = connect(site.database, pino({ level: 'silent' }))
  const author = apiOf(site, await site.startAuthorSession())
  const publish = async () => {
    const { book } = await author(publishBook, { body: aBookForm({}) })
    const params = { id: book._id }
    return {
      id: book._id,
      told: untilTold(db, book._id, performance.now()),
      remove: () => author(deleteBook, { params }),
    }
  }
  const first = await publish()
  await first.told
  await addFollowers(db, first.id)
  try {
    return await measure(publish)
  } finally {
    await first.remove()
    await close()
  }
}

type Db = ReturnType<typeof connect>['db']

/** Accounts that follow the publisher of a book, as many as are missing: another row or run may have added some. */
const addFollowers = async (db: Db, bookId: string): Promise<void> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from follows join books on publisher_id = author_id where books.id = ${bookId}::uuid`.execute(
    db,
  )
  const suffix = Date.now().toString(36)
  for (let from = rows[0]?.count ?? 0; from < FOLLOWERS; from += PER_STATEMENT)
    await sql`
      with added as (
        insert into users (username, email, verified, password_hash)
        select 'Follower ' || n || ${suffix}, 'follower' || n || ${suffix} || '@example.org', true, 'none'
        from generate_series(${from}::int + 1, ${Math.min(from + PER_STATEMENT, FOLLOWERS)}::int) as n
        returning id
      )
      insert into follows (user_id, author_id, followed_at)
      select added.id, publisher_id, now() from added, books where books.id = ${bookId}::uuid`.execute(db)
  await sql`analyze follows`.execute(db)
}

/** Seconds until the first and the last notice of a book. */
const untilTold = async (db: Db, bookId: string, start: number): Promise<{ first: number; last: number }> => {
  let first: number | undefined
  for (;;) {
    const { rows } = await sql<{ isDone: boolean; hasBegun: boolean }>`
      select is_done, exists (select from notices where event_id = notice_events.id) as has_begun
      from notice_events where book_id = ${bookId}::uuid and kind = 'published'`.execute(db)
    const passed = (performance.now() - start) / 1000
    if (rows[0]?.hasBegun) first ??= passed
    if (rows[0]?.isDone) return { first: first ?? passed, last: passed }
    await pause(50)
  }
}
