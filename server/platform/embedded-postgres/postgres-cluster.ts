import { randomBytes } from 'node:crypto'
import { chown, link, mkdir, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, postgresAccount } from './postgres-account.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { privateFolder, removePrivateFolder } from './private-folder.ts'
import { DatabaseSetupError } from '#server/platform/database/database-setup-error.ts'
import { runPostgres } from './run-postgres.ts'

/** A made PostgreSQL data folder, with all it takes to run it. */
export type Cluster = {
  dataDir: string
  folder: string
  account: Account
  binaries: string
  password: string
  /** Without it nothing is written through to the disk: for tests. */
  durable: boolean
  /** Hears that a program runs on it. */
  launched: (() => void) | undefined
}

export const SUPERUSER = 'quillhouse'

const MAJOR = '18'
const DRAFT = /^db-new-(\d+)$/
/** pg_trgm finds letters beyond ASCII only where the C library's locale knows them. */
const LOCALES = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8']

export const clusterFolder = (dataDir: string) => join(dataDir, 'db')

/** Makes the data folder in `dataDir/db` unless it is there. */
export const prepareCluster = async (
  dataDir: string,
  durable: boolean,
  launched: Cluster['launched'],
): Promise<Cluster> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: unknown) => refuseDataDir(dataDir, error))
  const folder = clusterFolder(dataDir)
  const account = await postgresAccount(folder)
  const binaries = await postgresBinaries(account)
  const password = await storedPassword(dataDir).catch((error: unknown) => refuseDataDir(dataDir, error))
  const cluster = { dataDir, folder, account, binaries, password, durable, launched }
  const version = (await clusterVersion(folder)) ?? (await initialize(cluster))
  if (version !== MAJOR) throw new DatabaseSetupError(`${folder} is of PostgreSQL ${version}, this one is ${MAJOR}.`)
  return cluster
}

const refuseDataDir = (dataDir: string, error: unknown) => {
  throw new DatabaseSetupError(`DATA_DIR ${dataDir} can't be used (${(error as NodeJS.ErrnoException).code}).`)
}

const clusterVersion = async (folder: string) => {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new DatabaseSetupError(`${folder} can't be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Linked into place whole, so that of two first starts at once both use the first one's password. */
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

/** Works in a draft folder that is renamed when whole: a start cut short leaves nothing that looks like a database. */
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
  // The initdb of a killed start may still be writing there.
  const stubborn = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }
  await Promise.all(drafts.map((name) => rm(join(dataDir, name), stubborn)))
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
  const password = await unnamedFile(cluster.password, cluster.account)
  await initdbInFirstLocale(cluster, password.fd).finally(() => password.close())
}

/** An open file without a name: a start that is killed leaves no password in the temporary folder. */
const unnamedFile = async (text: string, account: Account) => {
  const folder = await privateFolder(undefined)
  const handle = await open(join(folder, 'password'), 'wx+', 0o600)
  await removePrivateFolder(folder)
  await handle.write(text, 0)
  if (account) await handle.chown(account.uid, account.gid)
  return handle
}

const initdbInFirstLocale = async (cluster: Cluster, password: number) => {
  const log: string[] = []
  for (const locale of LOCALES) {
    const { code, output } = await runPostgres(cluster, 'initdb', initdbFlags(locale, cluster.durable), password)
    if (code === 0) return
    log.push(output)
    if (!output.includes('locale')) break
  }
  const reason = /error: .*/.exec(log.join('\n'))?.[0] ?? log.join(' ').trim().slice(-300)
  throw new DatabaseSetupError(`The embedded PostgreSQL couldn't make its data folder: ${reason}`)
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
