import { chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Account } from './postgres-account.ts'

/** A socket's path may have 107 bytes. This leaves room for `/embedded-pg-xxxxxx/.s.PGSQL.5432`. */
const PARENT_MAX_BYTES = 70

const PREFIX = 'embedded-pg-'

/** Creates a folder that only `account` (and root) can access, with a path short enough for a socket. */
export const createSocketFolder = async (account: Account) => {
  const parents = [tmpdir(), '/tmp', '/var/tmp']
  const usable = await Promise.all(parents.map((parent) => isUsable(parent, account)))
  const folder = await mkdtemp(join(parents.find((_, index) => usable[index]) ?? '/tmp', PREFIX))
  await changeOwner(folder, account)
  return folder
}

/** Creates the folder again if it was cleaned from the temporary folder while PostgreSQL ran. */
export const ensureSocketFolder = async (folder: string, account: Account) => {
  if (await stat(folder).catch(() => undefined)) return
  await mkdir(folder, { mode: 0o700 })
  await changeOwner(folder, account)
}

export const removeSocketFolder = async (folder: string) => {
  if (basename(folder).startsWith(PREFIX)) await rm(folder, { recursive: true, force: true })
}

const changeOwner = async (folder: string, account: Account) => {
  if (account) await chown(folder, account.uid, account.gid)
}

const isUsable = async (parent: string, account: Account) =>
  Buffer.byteLength(parent) <= PARENT_MAX_BYTES && (!account || (await isOpenToAll(parent)))

const isOpenToAll = async (folder: string): Promise<boolean> => {
  const found = await stat(folder).catch(() => undefined)
  if (!found || (found.mode & 0o001) === 0) return false
  return folder === dirname(folder) || isOpenToAll(dirname(folder))
}
