import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/values/durations.ts'
import { getDashboardStats } from '#contract/admin.ts'
import { deleteBook } from '#contract/publishing.ts'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { tellOfFailedBackups } from './backup-alarm.ts'
import { runBackupTask } from './backup-task.ts'
import { SNAPSHOTS } from './layout.ts'
import { openBackupPlace } from './open-place.ts'
import { backUpIfDue } from './run-backup.ts'
import { listSnapshots } from './snapshots.ts'
import { runHere, storesOf } from './testing-backups.ts'
import { startTestStore } from './testing-object-store.ts'
import { verifyBackups } from './verify-backup.ts'

let folder: string
let site: TestSite
let store: Awaited<ReturnType<typeof startTestStore>>
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(await memoryFolder(), 'quillhouse-scheduled-'))
  store = await startTestStore()
})
afterAll(async () => {
  store.stop()
  await rm(folder, { recursive: true, force: true })
})

const aFolder = () => join(folder, `n${(count += 1)}`)
const openSite = async (env: Record<string, string>) => {
  site = await openTestSite({ env: { BACKUP_EVERY: '24h', ...env } })
  return site
}
afterEach(() => site.close())

const placeOf = ({ services: { settings } }: TestSite) =>
  openBackupPlace(settings.backup.to ?? { folder: '' }, join(folder, 'tmp'))
const snapshots = async () => (await listSnapshots(await placeOf(site), SNAPSHOTS)).whole
const attempts = () => site.services.db.selectFrom('backups').selectAll().orderBy('id').execute()
const run = () => backUpIfDue(site.services, { run: runHere(storesOf(site)) })
const backupOnDashboard = async () => {
  const admin = await site.anAdmin()
  return (await site.api(admin)(getDashboardStats)).data.backup
}

test('without BACKUP_TO nothing is made, and the dashboard says so', async () => {
  await openSite({})
  expect(await run()).toBeUndefined()
  expect([await attempts(), await backupOnDashboard()]).toEqual([[], null])
})

test(
  'of 30 scheduled backups those remain that the rule keeps, whole, with no file that none of them names',
  { timeout: 180_000 },
  async () => {
    await openSite({ BACKUP_TO: aFolder(), BACKUP_KEEP: '3d2w1m' })
    const author = await site.anAuthor()
    const { _id: id } = await site.aBook(author, { title: 'Deleted on the fifth day' })
    const made: string[] = []
    for (let day = 0; day < 30; day += 1) {
      if (day === 5) {
        // The session of the first day would have to confirm it.
        const token = await startSession(site.services, author._id, 'test')
        await site.api({ token })(deleteBook, { params: { id } })
      }
      const outcome = await run()
      if (!outcome || 'error' in outcome) throw new Error(JSON.stringify(outcome))
      made.push(outcome.snapshot.name)
      expect(await run()).toBeUndefined()
      site.skip(23 * HOUR_MS)
      expect(await run()).toBeUndefined()
      site.skip(HOUR_MS)
    }
    const kept = await snapshots()
    expect(kept.slice(-3)).toEqual(made.slice(-3))
    // The last of the week before may be one of the last three days, and so may the last of the month.
    expect(kept.length).toBeGreaterThanOrEqual(3)
    expect(kept.length).toBeLessThanOrEqual(5)
    const place = await placeOf(site)
    const { paths, faults } = await verifyBackups(
      place,
      kept.map((name) => `${SNAPSHOTS}${name}/`),
    )
    expect(faults).toEqual([])
    const stored = (await Array.fromAsync(place.list(''))).map(({ path }) => path)
    expect(stored.filter((path) => !path.endsWith('SHA256SUMS')).toSorted()).toEqual(paths.toSorted())
    expect((await attempts()).length).toBe(30)
  },
)

test('a backup is made in a process of its own, by one server at a time, and the dashboard and the figures show it', async () => {
  await openSite({ BACKUP_TO: store.url('own-process') })
  await site.aBook(await site.anAuthor())
  let running = 0
  let most = 0
  const counting: typeof runBackupTask = async (task, stopping) => {
    most = Math.max(most, (running += 1))
    return runBackupTask(task, stopping).finally(() => (running -= 1))
  }
  const outcomes = await Promise.all([0, 1, 2].map(() => backUpIfDue(site.services, { run: counting })))
  expect([most, outcomes.filter((outcome) => outcome !== undefined).length]).toEqual([1, 1])
  expect(await snapshots()).toHaveLength(1)
  expect(await backupOnDashboard()).toEqual({
    place: expect.stringContaining('bucket/own-process/ at http://127.0.0.1'),
    last: { at: expect.any(String), bytes: expect.any(Number), files: 8, isEncrypted: false },
    fault: null,
    isLate: false,
  })
  const { body } = await site.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(body).toMatch(/^quillhouse_backup_failed 0$/m)
  expect(body).toMatch(/^quillhouse_backup_bytes \d{4,}$/m)
  expect(body).toMatch(/^quillhouse_backup_age_seconds \d+$/m)
})

test('a server that stops ends its backup, which the next one begins again at once', async () => {
  await openSite({ BACKUP_TO: aFolder() })
  const stopping = new AbortController()
  const stopped = backUpIfDue(site.services, {
    stopping: stopping.signal,
    run: (task, signal) => {
      const ended = runBackupTask(task, signal)
      stopping.abort()
      return ended
    },
  })
  expect([await stopped, await attempts(), await snapshots()]).toEqual([undefined, [], []])
  expect(await run()).toMatchObject({ snapshot: { rows: expect.any(Number) } })
})

test('a backup whose server was killed is told of, and tried again after an hour', async () => {
  await openSite({ BACKUP_TO: aFolder() })
  await site.services.db.insertInto('backups').values({ startedAt: site.services.now() }).execute()
  expect(await run()).toBeUndefined()
  site.skip(HOUR_MS)
  expect(await run()).toMatchObject({ snapshot: {} })
  expect((await attempts()).map(({ snapshot, fault }) => [snapshot !== null, fault])).toEqual([
    [false, 'The backup was interrupted: its server was stopped or killed.'],
    [true, null],
  ])
})

test('after a clock that was ahead is set back, backups go on, and the next one is due in a day', async () => {
  await openSite({ BACKUP_TO: aFolder(), BACKUP_KEEP: '1d' })
  site.skip(365 * 24 * HOUR_MS)
  await run()
  const [ahead] = await snapshots()
  site.skip(-365 * 24 * HOUR_MS)
  const outcome = await run()
  if (!outcome || 'error' in outcome) throw new Error(JSON.stringify(outcome))
  site.skip(HOUR_MS)
  expect(await run()).toBeUndefined()
  expect(await snapshots()).toEqual([outcome.snapshot.name, ahead])
  expect((await backupOnDashboard())?.last?.at.slice(0, 10)).toBe(outcome.snapshot.name.slice(0, 10))
})

test('after more failures than are remembered the last whole backup is still known', async () => {
  await openSite({ BACKUP_TO: aFolder() })
  await run()
  const last = (await backupOnDashboard())?.last
  expect(last).toMatchObject({ at: expect.any(String) })
  const { db, now } = site.services
  const failed = Array.from({ length: 120 }, () => ({ startedAt: now(), endedAt: now(), fault: 'full' }))
  await db.insertInto('backups').values(failed).execute()
  site.skip(HOUR_MS)
  await backUpIfDue(site.services, { run: async () => ({ error: 'full' }) })
  expect(await backupOnDashboard()).toMatchObject({ last, fault: { text: 'full' } })
  expect((await attempts()).length).toBe(101)
})

const aFault = async (kind: string) => {
  if (kind === 'store away') return store.url('away')
  const path = aFolder()
  await writeFile(path, 'a file, where the folder should be')
  return path
}

test.each([
  ['the store is away', 'store away', /the object store failed/],
  ['the folder is not one', 'no folder', /ENOTDIR/],
])('administrators get one mail a day while %s, and nothing half counts as a backup', async (_, kind, fault) => {
  await openSite({ BACKUP_TO: await aFault(kind) })
  const admin = await site.anAdmin()
  store.setAway(true)
  await site.startJobs()
  const mail = await site.post.mailTo(admin.email)
  expect(mail.subject).toBe('Something is wrong with the backups of Quillhouse')
  expect(mail.text).toMatch(fault)
  expect(mail.text).toContain('There is no whole backup yet.')
  expect(mail.text).not.toContain('a-secret-of-the-store')
  expect(await backupOnDashboard()).toMatchObject({ last: null, fault: { text: expect.stringMatching(fault) } })
  for (let hour = 0; hour < 4; hour += 1) {
    site.skip(HOUR_MS)
    await run()
    await tellOfFailedBackups(site.services)
  }
  await site.jobsDone()
  expect(site.post.mails.filter(({ to }) => to === admin.email)).toHaveLength(1)
  site.skip(24 * HOUR_MS)
  await run()
  await tellOfFailedBackups(site.services)
  await site.post.mailTo(admin.email, 2)
  store.setAway(false)
})

test('a full disk is told of, and the next backup after it is whole', async () => {
  await openSite({ BACKUP_TO: aFolder() })
  await site.aBook(await site.anAuthor())
  let writes = 0
  const full = runHere(storesOf(site), (place) => ({
    ...place,
    write: (path, content) => {
      if ((writes += 1) > 5)
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      return place.write(path, content)
    },
  }))
  await backUpIfDue(site.services, { run: full })
  expect(await snapshots()).toEqual([])
  expect(await backupOnDashboard()).toMatchObject({
    last: null,
    fault: { text: 'ENOSPC: no space left on device, write' },
  })
  site.skip(HOUR_MS)
  await run()
  expect(await backupOnDashboard()).toMatchObject({ last: { files: 8 }, fault: null })
})

test('backups that are late are told of', async () => {
  await openSite({ BACKUP_TO: aFolder() })
  const admin = await site.anAdmin()
  await run()
  await site.startJobs()
  await tellOfFailedBackups(site.services)
  site.skip(49 * HOUR_MS)
  expect(await backupOnDashboard()).toMatchObject({ isLate: true, fault: null })
  await tellOfFailedBackups(site.services)
  expect((await site.post.mailTo(admin.email)).text).toContain(
    'No backup was made in time. The last whole backup is of',
  )
})
