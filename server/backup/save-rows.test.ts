import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/values/durations.ts'
import { MIGRATIONS } from '#server/open-services.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { readSettings } from '#server/platform/settings.ts'
import { placeOnDisk } from './place-on-disk.ts'
import { restoreFrom } from './restore-backup.ts'
import { saveRowsBeforeUpgrade } from './save-rows.ts'
import { anEmptySite, ask } from './testing-backups.ts'
import { verifyBackups } from './verify-backup.ts'

const LOG = { info: () => undefined, warn: () => undefined }
const NOW = new Date('2026-11-20T03:00:00Z')

let folder: string
/** The migrations of an earlier version. */
let earlier: string
let names: string[]
let count = 0
const aPath = () => join(folder, `n${(count += 1)}`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quillhouse-upgrades-'))
  names = (await readMigrations(MIGRATIONS)).map(({ name }) => name)
  earlier = aPath()
  await cp(MIGRATIONS, earlier, { recursive: true })
  for (const name of names.slice(-2)) await rm(join(earlier, name))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A site of the earlier version with one account. */
const anEarlierSite = async () => {
  const site = await anEmptySite(aPath())
  await migrate(site.database, earlier)
  await ask(
    site.database,
    "insert into users (username, email, password_hash, user_type) values ('Ada', 'ada@example.org', 'none', 'reader')",
  )
  return site
}

const upgrade = async (site: { database: Parameters<typeof migrate>[0] }, env: Record<string, string>, now = NOW) => {
  const settings = readSettings(env, folder)
  return migrate(site.database, MIGRATIONS, undefined, (client) => saveRowsBeforeUpgrade(settings, client, LOG, now))
}

const appliedIn = async (site: { database: Parameters<typeof migrate>[0] }) =>
  (await ask(site.database, 'select name from schema_migrations order by name')).rows.map(({ name }) => name as string)

test('the rows are saved before an upgrade, once for two processes, and the earlier version can restore them', async () => {
  const site = await anEarlierSite()
  const DATA_DIR = aPath()
  await Promise.all([upgrade(site, { DATA_DIR }), upgrade(site, { DATA_DIR })])
  expect(await appliedIn(site)).toEqual(names)
  expect(await readdir(join(DATA_DIR, 'backups'))).toEqual(['rows'])
  expect(await readdir(join(DATA_DIR, 'backups/rows'))).toEqual(['2026-11-20-030000'])

  const place = placeOnDisk(join(DATA_DIR, 'backups'))
  expect((await verifyBackups(place, ['rows/2026-11-20-030000/'])).faults).toEqual([])
  await expect(restoreFrom(await anEmptySite(aPath()), { place }, MIGRATIONS)).rejects.toThrow(
    'name one of rows/2026-11-20-030000.',
  )
  const back = await anEmptySite(aPath())
  await restoreFrom(back, { place, snapshot: 'rows/2026-11-20-030000' }, earlier)
  expect(await appliedIn(back)).toEqual(names.slice(0, -2))
  expect((await ask(back.database, 'select username from users')).rows).toEqual([{ username: 'Ada' }])
})

test('where the rows can not be saved nothing is migrated, and the message says what to do', async () => {
  const site = await anEarlierSite()
  const BACKUP_TO = aPath()
  await writeFile(BACKUP_TO, 'a file, where the folder should be')
  await expect(upgrade(site, { BACKUP_TO })).rejects.toThrow(
    /^The upgrade has not begun, and nothing was changed: .* \(ENOTDIR.*BACKUP_BEFORE_MIGRATION=off/,
  )
  expect(await appliedIn(site)).toEqual(names.slice(0, -2))
  await upgrade(site, { BACKUP_TO, BACKUP_BEFORE_MIGRATION: 'off' })
  expect(await appliedIn(site)).toEqual(names)
})

test('the rows before the last three upgrades are kept; a new database and one that is up to date need none', async () => {
  const BACKUP_TO = aPath()
  const fresh = await anEmptySite(aPath())
  await upgrade(fresh, { BACKUP_TO })
  await upgrade(fresh, { BACKUP_TO })
  await expect(readdir(BACKUP_TO)).rejects.toThrow('ENOENT')
  for (let hour = 0; hour < 4; hour += 1)
    await upgrade(await anEarlierSite(), { BACKUP_TO }, new Date(NOW.getTime() + hour * HOUR_MS))
  expect((await readdir(join(BACKUP_TO, 'rows'))).toSorted()).toEqual(
    ['04', '05', '06'].map((hour) => `2026-11-20-${hour}0000`),
  )
})
