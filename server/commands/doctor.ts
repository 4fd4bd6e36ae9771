import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { MIGRATIONS } from '#server/open-services.ts'
import { readBackupState } from '#server/backup/backup-state.ts'
import { encryptFor } from '#server/backup/encryption.ts'
import { openBackupPlace } from '#server/backup/open-place.ts'
import { connect } from '#server/platform/database/connect.ts'
import { databaseHosts } from '#server/platform/database/database-hosts.ts'
import { readPending } from '#server/platform/database/migrate.ts'
import { driverFor } from '#server/platform/database/driver.ts'
import { startDatabase } from '#server/platform/database/start-database.ts'
import { requirePostgres18, requireTrigrams } from '#server/platform/database/requirements.ts'
import { createLog } from '#server/platform/log.ts'
import { readSettings, type Settings } from '#server/platform/settings.ts'
import { openStorage, placeOf } from '#server/platform/storage/open-storage.ts'
import { VERSION } from '#server/platform/version.ts'
import { checkMail } from './doctor-mail.ts'
import { adminAddress, checkAdmins, checkClock, checkFiles, checkJobs, checkMemory } from './doctor-site.ts'

const MIN_FREE_BYTES = 1024 ** 3
const REPLICA_TIMEOUT_MS = 5000
const PROBE = 'probe'

type Finding = { name: string; ok: boolean; message: string }
/** Runs a check and prints its line; one that throws has found a fault. */
type Check = (name: string, run: () => Promise<string>) => Promise<void>

/** Checks everything the server needs and prints a line for each check. Resolves to the exit code. */
export const doctor = async (): Promise<number> => {
  const findings: Finding[] = []
  const check: Check = async (name, run) => {
    const finding = await run().then(
      (message) => ({ name, ok: true, message }),
      (error: unknown) => ({ name, ok: false, message: (error as Error).message.split('\n', 1)[0] ?? '' }),
    )
    findings.push(finding)
    console.log(`${finding.ok ? 'ok ' : 'BAD'}  ${name.padEnd(10)} ${finding.message}`)
  }

  let settings: Settings | undefined
  await check('version', async () => `Quillhouse ${VERSION}, Node.js ${process.version}`)
  await check('settings', async () => {
    settings = readSettings()
    return settings.publicUrl
      ? `the site is ${settings.publicUrl}`
      : 'PUBLIC_URL is not set: mails and QR codes have the address at which the server is reached, such as http://192.168.1.20:3000. Behind a proxy that does not pass Host nobody can log in: set it, or let it pass Host'
  })
  if (!settings) return 1
  const { dataDir } = settings
  const admin = await checkDatabase(settings, check)
  if (settings.replicaUrl) await check('replica', () => checkReplica(settings as Settings))
  await check('storage', async () => {
    await (await openStorage(settings as Settings)).check()
    return `files can be written to ${placeOf(settings as Settings)}`
  })
  await check('disk', async () => {
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    if (free < MIN_FREE_BYTES)
      throw new Error(`only ${Math.round(free / 1024 ** 2)} MB are free; at least 1 GB is needed`)
    return `${Math.round(free / 1024 ** 3)} GB are free`
  })
  await check('memory', () => checkMemory())
  await check('mail', () => checkMail(settings as Settings, admin))
  await check('backup', () => checkBackup(settings as Settings))
  return findings.every(({ ok }) => ok) ? 0 : 1
}

/** Checks the database, and what the tables of a site tell. Resolves to the address of an administrator. */
const checkDatabase = async (settings: Settings, check: Check): Promise<string | undefined> => {
  const opened = new AsyncDisposableStack()
  let site: pg.Pool | undefined
  try {
    await check('database', async () => {
      const log = createLog('silent')
      const { config, stop } = await startDatabase(settings, { log, role: 'command' })
      opened.defer(stop)
      const { pool, close } = connect(config, log, (await driverFor(config)).Pool)
      opened.defer(close)
      await requirePostgres18(pool)
      const { rows } = await pool.query<{ version: string; migrated: boolean }>(
        `select current_setting('server_version') as version, to_regclass('books') is not null as migrated`,
      )
      const [{ version = '', migrated = false } = {}] = rows
      const pending = await readPending(config, MIGRATIONS)
      if (migrated) await requireTrigrams(pool)
      if (pending.length === 0) site = pool
      const state = migrated
        ? `search works in every script, ${pending.length === 0 ? 'up to date' : `${pending.length} migrations are applied at the next start`}`
        : 'still empty'
      return `PostgreSQL ${version}, ${settings.databaseUrl ? 'at DATABASE_URL' : 'embedded'}, ${state}`
    })
    if (!site) return undefined
    const pool = site
    await check('clock', () => checkClock(pool, settings))
    await check('jobs', () => checkJobs(pool))
    await check('files', () => checkFiles(pool))
    await check('admins', () => checkAdmins(pool))
    return await adminAddress(pool)
  } finally {
    await opened.disposeAsync()
  }
}

const checkBackup = async (settings: Settings) => {
  const { to } = settings.backup
  if (!to) return 'BACKUP_TO is not set: no automatic backups are made'
  const log = createLog('silent')
  const place = await openBackupPlace(to, join(settings.dataDir, 'tmp'))
  await place.write(PROBE, ['probe'])
  await place.remove(PROBE)
  if (settings.backup.key) await encryptFor(settings.backup.key)
  const { config, stop } = await startDatabase(settings, { log, role: 'command' })
  const { db, pool, close } = connect(config, log, (await driverFor(config)).Pool)
  try {
    const { rows } = await pool.query<{ exists: boolean }>(`select to_regclass('backups') is not null as exists`)
    if (!rows[0]?.exists) return `backups can be written to ${place.name}; none was made yet`
    const state = await readBackupState({ db, settings, now: () => new Date() })
    if (state?.fault) throw new Error(`the last attempt, of ${state.fault.at.toISOString()}: ${state.fault.text}`)
    const last = state?.last ? `the last one is of ${state.last.at.toISOString()}` : 'none was made yet'
    if (state?.isLate) throw new Error(`backups are late: ${last}`)
    return `backups can be written to ${place.name}; ${last}`
  } finally {
    await close()
    await stop()
  }
}

const checkReplica = async ({ replicaUrl = '' }: Settings) => {
  const { driverAmong } = await import('#server/platform/database/driver-among.ts')
  const driver = driverAmong(databaseHosts(replicaUrl), { role: 'standby', patienceMs: 0 })
  const client = await driver.open({ query_timeout: REPLICA_TIMEOUT_MS })
  try {
    const { rows } = await client.query<{ version: string; seconds: number | null }>(
      `select current_setting('server_version') as version,
        extract(epoch from now() - pg_last_xact_replay_timestamp())::int as seconds`,
    )
    const [{ version = '', seconds = null } = {}] = rows
    const last = seconds === null ? 'nothing was replayed since its start' : `its last change is ${seconds} s old`
    return `PostgreSQL ${version}, a standby at DATABASE_REPLICA_URL; ${last}`
  } finally {
    await client.end()
  }
}
