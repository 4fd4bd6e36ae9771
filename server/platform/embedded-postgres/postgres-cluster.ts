import { randomBytes } from 'node:crypto'
import { chown, link, mkdir, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { type Account, postgresAccount } from './postgres-account.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { runPostgres } from './run-postgres.ts'
import { createSocketFolder, removeSocketFolder } from './socket-folder.ts'

/** An initialised PostgreSQL data folder and what is needed to run it. */
export type Cluster = {
  dataDir: string
  folder: string
  account: Account
  binaries: string
  password: string
  /** False turns off fsync. For tests. */
  durable: boolean
  /** Called when one of PostgreSQL's programs has been spawned. */
  onLaunch: (() => void) | undefined
}

export const SUPERUSER = 'postgres'

const MAJOR = '18'
const DRAFT = /^db-new-(\d+)$/
/** pg_trgm recognises letters beyond ASCII only with such a locale. */
const LOCALES = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8']

export const clusterFolder = (dataDir: string) => join(dataDir, 'db')

/** Initialises the cluster in `dataDir/db` unless it exists. */
export const prepareCluster = async (
  dataDir: string,
  durable: boolean,
  onLaunch: Cluster['onLaunch'],
): Promise<Cluster> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: unknown) => throwUnusable(dataDir, error))
  const folder = clusterFolder(dataDir)
  const account = await postgresAccount(folder)
  const binaries = await postgresBinaries(account)
  const password = await storedPassword(dataDir).catch((error: unknown) => throwUnusable(dataDir, error))
  const cluster = { dataDir, folder, account, binaries, password, durable, onLaunch }
  const version = (await clusterVersion(folder)) ?? (await initialize(cluster))
  if (version !== MAJOR)
    throw new EmbeddedPostgresError('folder-unusable', `${folder} is of PostgreSQL ${version}, this one is ${MAJOR}.`)
  return cluster
}

const throwUnusable = (dataDir: string, error: unknown) => {
  const { code } = error as NodeJS.ErrnoException
  throw new EmbeddedPostgresError('folder-unusable', `${dataDir} can't be used (${code}).`)
}

const clusterVersion = async (folder: string) => {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new EmbeddedPostgresError('folder-unusable', `${folder} can't be read (${code}).`)
  }
}

/** The file is linked into place when complete: of two concurrent first starts, both use the password of the first. */
const storedPassword = async (dataDir: string) => {
  const path = join(dataDir, 'db-password')
  const stored = await readFile(path, 'utf8').catch(() => undefined)
  if (stored) return stored
  const draft = `${path}-${process.pid}`
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
  await link(draft, path).catch(() => undefined)
  await rm(draft)
  return readFile(path, 'utf8')
}

/** Works in a draft folder that is renamed when complete, so an interrupted start leaves no half-made cluster. */
const initialize = async (cluster: Cluster) => {
  await removeDrafts(cluster.dataDir)
  const draft = join(cluster.dataDir, `db-new-${process.pid}`)
  await mkdir(draft, { mode: 0o700 })
  if (cluster.account) await chown(draft, cluster.account.uid, cluster.account.gid)
  try {
    await initdb({ ...cluster, folder: draft })
    await rename(draft, cluster.folder)
    await syncFolder(cluster.dataDir)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!(await clusterVersion(cluster.folder))) throw error
  }
  return clusterVersion(cluster.folder)
}

const removeDrafts = async (dataDir: string) => {
  const drafts = (await readdir(dataDir)).filter((name) => isAbandoned(DRAFT.exec(name)?.[1]))
  // The initdb of a killed start may still write there.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }
  await Promise.all(drafts.map((name) => rm(join(dataDir, name), options)))
}

const isAbandoned = (pid: string | undefined) => {
  if (!pid) return false
  if (Number(pid) === process.pid) return true
  try {
    return !process.kill(Number(pid), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const initdb = async (cluster: Cluster) => {
  const password = await openUnlinkedFile(cluster.password, cluster.account)
  await initdbInFirstKnownLocale(cluster, password.fd).finally(() => password.close())
}

/** An open file that is already deleted: a killed start leaves no password in the temporary folder. */
const openUnlinkedFile = async (text: string, account: Account) => {
  const folder = await createSocketFolder(undefined)
  const handle = await open(join(folder, 'password'), 'wx+', 0o600)
  await removeSocketFolder(folder)
  await handle.write(text, 0)
  if (account) await handle.chown(account.uid, account.gid)
  return handle
}

const initdbInFirstKnownLocale = async (cluster: Cluster, password: number) => {
  const log: string[] = []
  for (const locale of LOCALES) {
    const { code, output } = await runPostgres(cluster, 'initdb', initdbFlags(locale, cluster.durable), password)
    if (code === 0) return
    log.push(output)
    if (!output.includes('locale')) break
  }
  if (log.some((output) => output.includes('could not look up effective user ID')))
    throw new EmbeddedPostgresError(
      'start-failed',
      'The embedded PostgreSQL needs a user with a name: run as one, in a container as its user 1000, or set DATABASE_URL.',
    )
  const reason = /error: .*/.exec(log.join('\n'))?.[0] ?? log.join(' ').trim().slice(-300)
  throw new EmbeddedPostgresError('start-failed', `The embedded PostgreSQL couldn't make its data folder: ${reason}`)
}

const initdbFlags = (locale: string, durable: boolean) => [
  '--encoding=UTF8',
  `--locale=${locale}`,
  '--data-checksums',
  '--auth=scram-sha-256',
  '--pwfile=/dev/stdin',
  `--username=${SUPERUSER}`,
  '--no-instructions',
  ...(durable ? [] : ['--no-sync']),
]

const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
