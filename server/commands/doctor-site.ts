import { readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type pg from 'pg'
import type { Settings } from '#server/platform/settings.ts'

const CLOCKS_APART_MS = 10_000
const STORE_TIMEOUT_MS = 3000
const OLD_JOB_SECONDS = 900
const MIN_FREE_MEMORY = 128 * 1024 ** 2
const MB = 1024 ** 2
const KILLS = '/sys/fs/cgroup/memory.events'

type Asked = Pick<pg.Pool, 'query'>

/** Compares this machine's clock with those of the database and the object store. Throws if they are too far apart. */
export const checkClock = async (
  pool: Asked,
  { objectStore }: Pick<Settings, 'objectStore'>,
  now = Date.now,
): Promise<string> => {
  const clocks = [{ name: 'the database', ...(await differenceOf(() => databaseTime(pool), now)) }]
  if (objectStore) {
    // Its failure is the finding of another check.
    const store = await differenceOf(() => dateOf(objectStore.endpoint), now).catch(() => undefined)
    if (store) clocks.push({ name: 'the object store', ...store })
  }
  const wrong = clocks.find(({ ms }) => Math.abs(ms) > CLOCKS_APART_MS)
  if (wrong)
    throw new Error(
      `this machine's clock is ${Math.round(Math.abs(wrong.ms) / 1000)} s ${wrong.ms > 0 ? 'ahead of' : 'behind'} that of ${wrong.name}: set both by NTP`,
    )
  return `the same as that of ${clocks.map(({ name }) => name).join(' and ')}`
}

/** How far this clock is ahead, without the time that the question took. */
const differenceOf = async (ask: () => Promise<number>, now: () => number) => {
  const before = now()
  const there = await ask()
  return { ms: (before + now()) / 2 - there }
}

const databaseTime = async (pool: Asked) => {
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  return rows[0]?.ms ?? Number.NaN
}

/** The `Date` of an answer, whatever its status. */
const dateOf = async (address: string) => {
  const { headers } = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(STORE_TIMEOUT_MS) })
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) throw new Error('no date')
  return date
}

/** The jobs that could run now and wait, and those that failed for good in the last day. Throws if one waits for long. */
export const checkJobs = async (pool: Asked): Promise<string> => {
  const { rows: found } = await pool.query<{ exists: boolean }>(
    `select to_regclass('pgboss.job') is not null as exists`,
  )
  if (!found[0]?.exists) return 'no server has run yet'
  const { rows } = await pool.query<{ waiting: number; seconds: number | null; mails: number; others: number }>(`
    with waiting as (select start_after from pgboss.job where state in ('created', 'retry') and start_after <= now())
    select
      (select count(*)::int from waiting) as waiting,
      (select extract(epoch from now() - min(start_after))::int from waiting) as seconds,
      count(*) filter (where name like '%-mail')::int as mails,
      count(*) filter (where name not like '%-mail')::int as others
    from pgboss.job where state = 'failed'`)
  const { waiting = 0, seconds = null, mails = 0, others = 0 } = rows[0] ?? {}
  const failed = `since yesterday ${mails} mails and ${others} other jobs failed for good`
  const state = waiting === 0 ? 'no job waits' : `${waiting} jobs wait, the oldest for ${timeOf(seconds ?? 0)}`
  if (seconds !== null && seconds > OLD_JOB_SECONDS)
    throw new Error(`${state}; ${failed}. A running server does them: see "A full queue" in docs/troubleshooting.md`)
  return `${state}; ${failed}`
}

const timeOf = (seconds: number) =>
  seconds < 120
    ? `${seconds} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`

/** Throws if the last sweep or scrub found files that are damaged or missing. */
export const checkFiles = async (pool: Asked): Promise<string> => {
  const { rows } = await pool.query<{ damaged: number; missing: number; covers: number }>(`
    select
      (select count(*)::int from file_checksums where damaged_at is not null) as damaged,
      (select count(*)::int from missing_files) as missing,
      (select count(*)::int from pending_covers) as covers`)
  const { damaged = 0, missing = 0, covers = 0 } = rows[0] ?? {}
  if (damaged + missing > 0)
    throw new Error(
      `${damaged} files are damaged and ${missing} books lack a file: the dashboard names the books, a backup has the files`,
    )
  return `none is known to be damaged or missing${covers > 0 ? `; ${covers} covers of imported books are still to be made` : ''}`
}

/** The address of the administrator who was there first; undefined if there is none. */
export const adminAddress = async (pool: Asked): Promise<string | undefined> => {
  const { rows } = await pool.query<{ email: string }>(`
    select email from users where user_type = 'admin' and verified and not guest and email is not null
    order by created_at limit 1`)
  return rows[0]?.email
}

/** Throws if people have registered and none of them is an administrator who can log in. */
export const checkAdmins = async (pool: Asked): Promise<string> => {
  const { rows } = await pool.query<{ admins: number; people: number }>(`
    select
      count(*) filter (where user_type = 'admin' and verified and suspended_at is null)::int as admins,
      count(*)::int as people
    from users where not guest`)
  const { admins = 0, people = 0 } = rows[0] ?? {}
  const how = 'npm run quillhouse -- admin create --email ADDRESS'
  if (admins === 0 && people > 0) throw new Error(`nobody is an administrator: ${how}`)
  return admins === 0 ? `nobody yet: ${how}` : `${admins} can log in`
}

/** Throws if little memory is free, or if the system has ended processes of this container for want of it. */
export const checkMemory = async (free = process.availableMemory(), events = KILLS): Promise<string> => {
  const limit = Math.min(process.constrainedMemory() || Infinity, totalmem())
  const kills = Number(/^oom_kill (\d+)$/m.exec(await readFile(events, 'utf8').catch(() => ''))?.[1] ?? 0)
  const found = `${Math.round(free / MB)} of ${Math.round(limit / MB)} MB are free`
  if (kills > 0) throw new Error(`${found}; the system has ended ${kills} processes here for want of memory`)
  if (free < MIN_FREE_MEMORY) throw new Error(`only ${found}`)
  return found
}
