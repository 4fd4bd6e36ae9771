import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { listNotices } from '#contract/notices.ts'
import { prepareLibrary } from '#server/books/testing-plans.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'
import { tellOfEvents } from './tell-of-events.ts'

/** Resolves when all that has happened was told, here or by another process. */
export const allTold = async ({ services }: Pick<TestSite, 'services'>): Promise<void> => {
  const waiting = services.db.selectFrom('noticeEvents').select('id').where('isDone', '=', false).limit(1)
  await tellOfEvents(services)
  while (await waiting.executeTakeFirst()) {
    await pause(20)
    await tellOfEvents(services)
  }
}

/** The notices of somebody once all that has happened was told, by kind, title of the book and number, the latest first. */
export const noticesOf = async (site: TestSite, person: Pick<Person, 'token'>): Promise<string[]> => {
  await allTold(site)
  const notices = await site.api(person)(listNotices)
  return notices.map(({ kind, book, count }) =>
    [kind, book?.title, count].filter((part) => part !== undefined).join(' '),
  )
}

/** People who follow an author: without triggers, as nobody looks for their names. */
export const addFollowers = (site: TestSite, authorId: string, count: number) =>
  prepareLibrary(site, ({ db }) =>
    db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`
        with added as (
          insert into users (username, email, verified, password_hash)
          select 'follower ' || n, 'follower' || n || '@example.org', true, 'none'
          from generate_series(1, ${count}::int) as n
          returning id
        )
        insert into follows (user_id, author_id, followed_at) select id, ${authorId}::uuid, now() from added`.execute(
        trx,
      )
    }),
  )
