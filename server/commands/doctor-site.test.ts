import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { checkAdmins, checkClock, checkFiles, checkJobs, checkMemory } from './doctor-site.ts'

let site: TestSite
let pool: pg.Pool

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  await site.jobsDone()
  pool = new pg.Pool(site.database.config)
})
afterAll(async () => {
  await pool.end()
  await site.close()
})

/** Something that answers with a date that is this far from the true one. */
const aStore = async (aheadMs: number) => {
  const server = createServer((_request, response) =>
    response.writeHead(403, { date: new Date(Date.now() + aheadMs).toUTCString() }).end(),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const names = { region: 'r', bucket: 'b', prefix: '', accessKey: 'k', secret: 's' }
  return { objectStore: { ...names, endpoint } }
}

test('a clock that is wrong is told from those of the database and the store', async () => {
  expect(await checkClock(pool, await aStore(0))).toBe('the same as that of the database and the object store')
  const hourAgo = () => Date.now() - 3_600_000
  await expect(checkClock(pool, { objectStore: undefined }, hourAgo)).rejects.toThrow(
    "this machine's clock is 3600 s behind that of the database: set both by NTP",
  )
  await expect(checkClock(pool, await aStore(-300_000))).rejects.toThrow(/ s ahead of that of the object store/)
})

test('jobs that wait for long are told, with those that failed for good', async () => {
  expect(await checkJobs(pool)).toMatch(/^no job waits; since yesterday 0 mails and 0 other jobs failed for good$/)
  await sql`
    insert into pgboss.job (name, data, state, start_after)
    values ('verification-mail', '{}', 'failed', now()), ('verification-mail', '{}', 'created', now() + '1 hour')`.execute(
    site.services.db,
  )
  expect(await checkJobs(pool)).toMatch(/^no job waits; since yesterday 1 mails and 0 other jobs/)
  await sql`update pgboss.job set start_after = now() - interval '3 hours' where state = 'created'`.execute(
    site.services.db,
  )
  await expect(checkJobs(pool)).rejects.toThrow(/^1 jobs wait, the oldest for 3 h; since yesterday 1 mails/)
})

test('damaged and missing files are told as they were found last', async () => {
  expect(await checkFiles(pool)).toBe('none is known to be damaged or missing')
  const id = await site.aBookRow(null)
  await site.services.db.insertInto('missingFiles').values({ bookId: id }).execute()
  await expect(checkFiles(pool)).rejects.toThrow('0 files are damaged and 1 books lack a file')
})

test('a site without an administrator is told what to do, and a new one that it needs one', async () => {
  expect(await checkAdmins(pool)).toMatch(/^nobody yet: npm run quillhouse -- admin create/)
  await site.aReader()
  await expect(checkAdmins(pool)).rejects.toThrow('nobody is an administrator: npm run quillhouse -- admin create')
  await site.anAdmin()
  expect(await checkAdmins(pool)).toBe('1 can log in')
})

test('little memory is told, and processes that were ended for want of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-memory-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const events = join(folder, 'memory.events')
  expect(await checkMemory(512 * 1024 ** 2, events)).toMatch(/^512 of \d+ MB are free$/)
  await expect(checkMemory(64 * 1024 ** 2, events)).rejects.toThrow(/^only 64 of/)
  await writeFile(events, 'low 0\noom 2\noom_kill 2\n')
  await expect(checkMemory(512 * 1024 ** 2, events)).rejects.toThrow(
    'the system has ended 2 processes here for want of memory',
  )
})
