import { execFile } from 'node:child_process'
import { access, chmod, constants, lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import type { LaunchOptions } from '@playwright/test'

/** The launch options of the test browser: `chromium.launch(await launchOptions())`. */
export const launchOptions = async (path = executablePath()): Promise<LaunchOptions> => ({
  executablePath: await path,
  args: ARGS,
})

// Not the package's own arguments, which disable web security.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-pings',
  '--font-render-hinting=none',
]

/** The path of the browser, which is unpacked once for each version. It needs no libraries or fonts of the system. */
export const executablePath = async (): Promise<string> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return chromium.executablePath()
  const { version } = JSON.parse(await readFile(packageJson(), 'utf8')) as { version: string }
  return unpackedOnce(`chromium-${version}`, unpackInstalled)
}

/** The path of a browser that is unpacked once into a folder of this name. */
export const unpackedOnce = async (name: string, unpackInto: (folder: string) => Promise<void>): Promise<string> => {
  const cache = join(dirname(packageJson()), '../../.cache/quillhouse')
  const shared = join(cache, name)
  if (await isRunnable(shared)) return join(shared, LAUNCHER)
  const home = (await isWritable(cache)) ? shared : join(await privateFolder(), name)
  if (!(await isRunnable(home))) await unpack(home, unpackInto)
  return join(home, LAUNCHER)
}

const packageJson = () => {
  const manifest = findPackageJSON('@sparticuz/chromium', import.meta.url)
  if (!manifest) throw new Error('@sparticuz/chromium is not installed: run npm ci')
  return manifest
}

const isRunnable = (home: string) =>
  access(join(home, LAUNCHER), constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  )

const isWritable = async (folder: string) => {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** For a checkout owned by another user: a cache folder that only this user can write to. */
export const privateFolder = async () => {
  const uid = process.getuid?.()
  const folder = join(tmpdir(), `quillhouse-${uid}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { uid: owner } = await lstat(folder)
  if (owner !== uid) throw new Error(`${folder} belongs to another user: remove it`)
  return folder
}

/** Unpacks into a temporary folder and renames it, so that concurrent runs do not interfere. */
const unpack = async (home: string, unpackInto: (folder: string) => Promise<void>) => {
  const draft = await mkdtemp(`${home}-`)
  try {
    await unpackInto(draft)
    await writeFile(join(draft, LAUNCHER), LAUNCH)
    for (const file of ['.', 'chromium', LAUNCHER]) await chmod(join(draft, file), 0o755)
    await rename(draft, home)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!(await isRunnable(home))) throw error
  }
}

const unpackInstalled = async (folder: string) => {
  // In a separate process, because the package changes HOME and the library path when it is imported.
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], {
    cwd: import.meta.dirname,
    env: { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  })
  await writeFile(join(folder, 'fonts/fonts.conf'), FONTS)
}

const LAUNCHER = 'chromium.sh'

const UNPACK = `process.umask(0o022)
await (await import('@sparticuz/chromium')).default.executablePath()`

const LAUNCH = `#!/bin/sh
here="\${0%/*}"
export LD_LIBRARY_PATH="$here/al2023/lib"
export FONTCONFIG_PATH="$here/fonts"
export XDG_CACHE_HOME="$here/cache"
export HOME="\${HOME:-\${TMPDIR:-/tmp}}"
exec "$here/chromium" "$@"
`

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
