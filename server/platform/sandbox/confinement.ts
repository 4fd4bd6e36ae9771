import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The privileges that the server can revoke from a worker process on this system. */
export interface Confinement {
  /** The command that starts the worker without a network; empty where that isn't possible. */
  withoutNetwork: string[]
  /** The user and group that a worker of root becomes. */
  unprivilegedId: number | undefined
}

/**
 * Has no account and owns no file. PostgreSQL's user would be able to read the database, and `nobody` may be
 * PostgreSQL's user.
 */
const UNPRIVILEGED_ID = 65_533

let probed: Confinement | undefined

/** Probed once, with the programs of the system. */
export const confinement = (): Confinement => (probed ??= probe())

const probe = (): Confinement => {
  const isRoot = process.getuid?.() === 0
  const unshare = ['unshare', isRoot ? '-n' : '-rn']
  const mayChangeUser = isRoot && succeeds(['true'], { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID })
  return {
    withoutNetwork: succeeds([...unshare, 'true']) ? unshare : [],
    unprivilegedId: mayChangeUser ? UNPRIVILEGED_ID : undefined,
  }
}

const succeeds = ([command = '', ...args]: string[], account = {}) =>
  spawnSync(command, args, { ...account, cwd: '/', env: {}, stdio: 'ignore', timeout: 5000 }).status === 0

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The files that a worker may read through Node: its program, our sources and the installed packages. */
export const readableFolders = (program: string): string[] => {
  const [aboveModules = ''] = realpathSync(createRequire(import.meta.url).resolve('sharp')).split(`${sep}node_modules`)
  return [
    ...['server', 'contract', 'covers'].map((folder) => join(ROOT, folder, sep)),
    join(ROOT, 'package.json'),
    join(aboveModules, 'node_modules', sep),
    join(dirname(program), sep),
  ]
}
