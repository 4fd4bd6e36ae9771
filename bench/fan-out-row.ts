import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { deleteBook, publishBook } from '#contract/publishing.ts'
import { connect } from '#server/platform/database/connect.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { drive, warmUp } from './drive.ts'
import type { Site } from './library.ts'
import { median } from './rounds.ts'
import { apiOf, bearer, type Row } from './row.ts'

const FOLLOWERS = 100_000
const PER_STATEMENT = 5000
const PAGES_PER_SECOND = 40
/** So long it may take until the last follower is told; the pages beside it are loaded for as long. */
const SECONDS = 60

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
  measure: async (site, { rounds }) => {
    const { db, close } = connect(site.database, pino({ level: 'silent' }))
    const author = apiOf(site, await site.startAuthorSession())
    const requests = pagesOf(site)
    const load = { address: site.address, connections: 8, seconds: SECONDS / 3, perSecond: PAGES_PER_SECOND, requests }
    const { book } = await author(publishBook, { body: aBookForm({}) })
    await addFollowers(db, book._id)
    await warmUp(load)
    const [ours, firsts, alone, beside]: [number[], number[], number[], number[]] = [[], [], [], []]
    for (let round = 0; round < rounds; round += 1) {
      alone.push((await drive(load)).p99)
      const loaded = drive(load)
      await pause(1000)
      const { book: next } = await author(publishBook, { body: aBookForm({}) })
      const { first, last } = await untilTold(db, next._id, performance.now())
      firsts.push(first)
      ours.push(last)
      beside.push((await loaded).p99)
      await author(deleteBook, { params: { id: next._id } })
    }
    await author(deleteBook, { params: { id: book._id } })
    await close()
    const p99 = `${median(beside).toFixed(1)} ms, alone ${median(alone).toFixed(1)} ms`
    return {
      ours,
      unit: 's',
      note: `the first after ${median(firsts).toFixed(2)} s (goal 5); p99 of pages beside it ${p99}`,
    }
  },
}

type Db = ReturnType<typeof connect>['db']

/** Accounts that follow the publisher of a book. */
const addFollowers = async (db: Db, bookId: string): Promise<void> => {
  const suffix = Date.now().toString(36)
  for (let from = 0; from < FOLLOWERS; from += PER_STATEMENT)
    await sql`
      with added as (
        insert into users (username, email, verified, password_hash)
        select 'Follower ' || n || ${suffix}, 'follower' || n || ${suffix} || '@example.org', true, 'none'
        from generate_series(${from}::int + 1, ${from}::int + ${PER_STATEMENT}::int) as n
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
