import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { Account } from './postgres-account.ts'

const run = promisify(execFile)

/** The folder whose `bin` has PostgreSQL's programs, at a path where `account` can execute them. */
export const postgresBinaries = async (account: Account) => {
  const installed = installedPackage()
  await restoreLinks(installed).catch(() => undefined)
  if (await canRun(installed, account)) return join(installed, 'native')

  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { version: string }
  for (const parent of ['/var/lib', '/opt', tmpdir(), '/tmp']) {
    const copy = join(parent, `embedded-postgres-${version}`)
    if ((await copyTo(copy, installed)) && (await canRun(copy, account))) return join(copy, 'native')
  }
  throw new EmbeddedPostgresError('unsupported', "The embedded PostgreSQL can't be executed on this system.")
}

const installedPackage = () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new EmbeddedPostgresError('unsupported', `The package ${name} isn't installed: run npm ci.`)
  }
}

/** An npm package can't contain symbolic links. Its install script creates them, unless scripts are turned off. */
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
    if (await isOwn(copy)) return true
    await mkdir(dirname(copy), { recursive: true, mode: 0o755 })
    await rm(draft, { recursive: true, force: true })
    await cp(join(installed, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    await restoreLinks(draft)
    await chmod(draft, 0o755)
    await rename(draft, copy)
  } catch {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
  }
  return isOwn(copy)
}

// Another user may have created a folder of this name in the temporary folder.
const isOwn = async (folder: string) => {
  const found = await lstat(folder).catch(() => undefined)
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}
