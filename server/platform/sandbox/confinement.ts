import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The privileges that the server can revoke from a worker process on this system. */
interface Confinement {
  /** The command that starts a worker, with the paths that it needs, as far as the system allows. */
  launcher: (readable: readonly string[]) => string[]
  hasNetwork: boolean
  /** Other files than those that the worker needs do not exist for it. */
  hidesFiles: boolean
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
  const mayChangeUser = isRoot && succeeds(['true'], { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID })
  const unprivilegedId = mayChangeUser ? UNPRIVILEGED_ID : undefined
  const hidden = (readable: readonly string[]) => inOwnRoot(readable, isRoot)
  if (succeeds([...hidden([]), process.execPath, '--version']))
    return { launcher: hidden, hasNetwork: false, hidesFiles: true, unprivilegedId }
  const noNewPrivileges = ['setpriv', '--no-new-privs']
  const launcher = [noNewPrivileges, ['unshare', isRoot ? '-n' : '-rn']].reduce<string[]>(
    (command, wrapper) => (succeeds([...command, ...wrapper, 'true']) ? [...command, ...wrapper] : command),
    [],
  )
  return { launcher: () => launcher, hasNetwork: !launcher.includes('unshare'), hidesFiles: false, unprivilegedId }
}

const succeeds = ([command = '', ...args]: string[], account = {}) =>
  spawnSync(command, args, { ...account, cwd: '/', env: {}, stdio: 'ignore', timeout: 5000 }).status === 0

/** What Node and the decoders need of the system: the loader and the libraries. */
const SYSTEM = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache', '/usr/bin/setpriv']
/** One of these is where the file system of a worker is assembled, visible for that process alone. */
const MOUNT_POINTS = ['/mnt', '/media', '/srv', '/opt']

/**
 * A command that runs a program in namespaces of its own: no network, and a file system with the given paths only. The
 * program can gain no privilege; a worker that isn't started by root has none in its namespaces either.
 */
const inOwnRoot = (readable: readonly string[], isRoot: boolean): string[] => {
  const wanted = [...SYSTEM, process.execPath, ...readable].map((path) => path.replace(/\/$/, ''))
  const paths = [...new Set(wanted)].filter((path) => existsSync(path))
  const isFree = (point: string) => existsSync(point) && !paths.some((path) => path.startsWith(`${point}/`))
  const root = MOUNT_POINTS.find(isFree) ?? ''
  const privileges = isRoot ? [] : ['--bounding-set=-all', '--inh-caps=-all']
  return [
    'unshare',
    isRoot ? '-mn' : '-rmn',
    '--propagation',
    'private',
    'sh',
    '-c',
    ASSEMBLE_ROOT,
    'sh',
    root,
    ...paths,
    '--',
    '/usr/bin/setpriv',
    '--no-new-privs',
    ...privileges,
    '--',
  ]
}

const ASSEMBLE_ROOT = `set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=$1
shift
mount -t tmpfs -o mode=755,size=1m tmpfs "$root"
while [ "$1" != -- ]; do
  path=$1
  mkdir -p "$root\${path%/*}"
  if [ -L "$path" ]; then
    cp -P "$path" "$root$path"
  else
    if [ -d "$path" ]; then mkdir -p "$root$path"; else : > "$root$path"; fi
    mount --bind "$path" "$root$path"
  fi
  shift
done
shift
exec chroot "$root" "$@"`

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The files that a worker may read: its program, our sources and the installed packages. */
const readableFolders = (program: string): string[] => {
  const [aboveModules = ''] = realpathSync(createRequire(import.meta.url).resolve('sharp')).split(`${sep}node_modules`)
  return [
    ...['server', 'contract', 'covers'].map((folder) => join(ROOT, folder, sep)),
    join(ROOT, 'package.json'),
    join(aboveModules, 'node_modules', sep),
    // It may be a link to that folder.
    join(ROOT, 'node_modules'),
    join(dirname(program), sep),
  ]
}

interface ConfinedProgram {
  program: string
  heapMb: number
  /** More of Node's permissions than to read its files. */
  flags?: readonly string[]
  /** More that it may read. */
  readable?: readonly string[]
  /** Behind the user that it becomes, its first argument. */
  args?: readonly (number | string)[]
}

/** The command that starts a program of ours with no other privileges than it needs. */
export const confinedCommand = ({ program, heapMb, flags = [], readable = [], args = [] }: ConfinedProgram) => {
  const { launcher, unprivilegedId } = confinement()
  const paths = [...readableFolders(program), ...readable]
  const [command = '', ...words] = [
    ...launcher(paths),
    process.execPath,
    '--permission',
    ...flags,
    ...paths.map((path) => `--allow-fs-read=${path}`),
    ...[`--max-old-space-size=${heapMb}`, program, unprivilegedId ?? '', ...args].map(String),
  ]
  return [command, words] as const
}
