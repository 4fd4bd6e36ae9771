import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { type SpawnedServer, spawnServer } from '#tests/run-server.ts'
import { recordEvent } from './record-event.ts'
import { addFollowers } from './testing-notices.ts'

/** Eight portions. */
const FOLLOWERS = 40_000

let site: TestSite
let author: Person
let eventId: string
const servers: SpawnedServer[] = []

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
  await addFollowers(site, author._id, FOLLOWERS)
  await sql`vacuum analyze`.execute(site.services.db)
}, 120_000)
afterAll(() => site.close())
beforeEach(async () => {
  const { db, now } = site.services
  const bookId = await site.aBookRow(author)
  await recordEvent(db, { kind: 'published', bookId, actorId: author._id, at: now() })
  eventId = (await db.selectFrom('noticeEvents').select('id').where('bookId', '=', bookId).executeTakeFirstOrThrow()).id
})
afterEach(async () => {
  for (const server of servers) server.signal('SIGKILL')
  await Promise.all(servers.splice(0).map(({ ended }) => ended))
})

/** A server process, which starts the fan-out once it is open. */
const aServer = () => {
  const { host, user, password, database } = site.database.config
  const server = spawnServer({
    LOG_LEVEL: 'warn',
    PORT: '0',
    DATA_DIR: site.services.settings.dataDir,
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?host=${host}`,
  })
  servers.push(server)
  return server
}

const told = async () => {
  const { rows } = await sql<{ count: number; isDone: boolean; isAtWork: boolean }>`
    select
      (select count(*) from notices where event_id = events.id)::int as count,
      is_done,
      exists (
        select from pg_stat_activity
        where datname = current_database() and state = 'active' and query ~ 'insert into notices as'
          and pid <> pg_backend_pid()
      ) as is_at_work
    from notice_events as events where id = ${eventId}::uuid`.execute(site.services.db)
  return rows[0] ?? { count: 0, isDone: false, isAtWork: false }
}
/** The number of different people who have a notice. */
const countPeople = async () => {
  const { rows } = await sql<{ people: number }>`
    select count(distinct user_id)::int as people from notices where event_id = ${eventId}::uuid`.execute(
    site.services.db,
  )
  return rows[0]?.people
}
const expectEachOnce = async () => {
  expect(await told()).toMatchObject({ count: FOLLOWERS, isDone: true })
  expect(await countPeople()).toBe(FOLLOWERS)
}

type Told = Awaited<ReturnType<typeof told>>

const until = async (holds: (now: Told) => boolean) => {
  await expect.poll(async () => holds(await told()), { timeout: 60_000, interval: 10 }).toBe(true)
}

/** Rejects at once if the server exits. */
const untilBy = ({ ended, stderr }: SpawnedServer, holds: (now: Told) => boolean) =>
  Promise.race([
    until(holds),
    ended.then(() => {
      throw new Error(stderr())
    }),
  ])

test(
  'a server that is killed again and again has told each follower once in the end',
  { timeout: 300_000 },
  async () => {
    let before = 0
    // Between two portions, and in the statement of one.
    for (const isInPortion of [false, true, true, false]) {
      const server = aServer()
      await untilBy(server, ({ count, isAtWork }) => count > before && (isAtWork || !isInPortion))
      server.signal('SIGKILL')
      await server.ended
      // What was sent before the kill ends by itself.
      await until(({ isAtWork }) => !isAtWork)
      const now = await told()
      expect([now.count, now.isDone]).toEqual([await countPeople(), false])
      expect([now.count > before, now.count < FOLLOWERS]).toEqual([true, true])
      before = now.count
    }
    aServer()
    await until(({ isDone }) => isDone)
    await expectEachOnce()
  },
)

test('of two servers one is killed, and the other one tells the rest', { timeout: 300_000 }, async () => {
  const [one, other] = [aServer(), aServer()]
  await untilBy(one, ({ count }) => count > 0)
  one.signal('SIGKILL')
  await one.ended
  await untilBy(other, ({ isDone }) => isDone)
  await expectEachOnce()
  expect((await other.stop()).code).toBe(0)
})
