import { chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Account } from './postgres-account.ts'

/** A socket's path may have 107 bytes; this leaves room for `/quillhouse-xxxxxx/.s.PGSQL.5432`. */
const PATH_LIMIT = 70

const PRIVATE_PREFIX = 'quillhouse-'

/** Makes a new folder that only `account` (and root) can look into, with a path short enough for a socket. */
export const privateFolder = async (account: Account) => {
  const parents = [tmpdir(), '/tmp', '/var/tmp']
  const open = await Promise.all(parents.map((parent) => isFit(parent, account)))
  const folder = await mkdtemp(join(parents.find((_, index) => open[index]) ?? '/tmp', PRIVATE_PREFIX))
  await giveTo(folder, account)
  return folder
}

/** Makes a private folder again that was swept from the temporary folder while its database ran. */
export const ensurePrivateFolder = async (folder: string, account: Account) => {
  if (await stat(folder).catch(() => undefined)) return
  await mkdir(folder, { mode: 0o700 })
  await giveTo(folder, account)
}

export const removePrivateFolder = async (folder: string) => {
  if (basename(folder).startsWith(PRIVATE_PREFIX)) await rm(folder, { recursive: true, force: true })
}

const giveTo = async (folder: string, account: Account) => {
  if (account) await chown(folder, account.uid, account.gid)
}

const isFit = async (folder: string, account: Account) =>
  Buffer.byteLength(folder) <= PATH_LIMIT && (!account || (await isOpenToAll(folder)))

const isOpenToAll = async (folder: string): Promise<boolean> => {
  const found = await stat(folder).catch(() => undefined)
  if (!found || (found.mode & 0o001) === 0) return false
  return folder === dirname(folder) || isOpenToAll(dirname(folder))
}
