import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { executablePath } from '#tests/browser.ts'
import { aptOptions } from '#tests/unpack-packages.ts'

const run = promisify(execFile)
const FETCH_MS = 300_000
const START = 'firefox.sh'

/** Releases of Debian that have the Firefox ESR of the list of engines, with the libraries that later ones lack. */
export const OLDER: Record<string, { release: string; libraries: string[] }> = {
  '115': { release: 'bullseye', libraries: ['libffi7', 'libdbus-glib-1-2'] },
  '140': { release: 'bookworm', libraries: [] },
}

/**
 * Unpacks an older Firefox ESR once, beside the test browser, from the machine's own source of Debian's packages.
 *
 * @returns The path of its program; undefined, with a warning, where it can't be had.
 */
export const unpackOlderFirefox = async (name: string): Promise<string | undefined> => {
  const home = join(dirname(dirname(await executablePath())), `firefox-${name}`)
  const program = join(home, START)
  if (existsSync(program)) return program
  const draft = await mkdtemp(`${home}-`)
  try {
    await unpackInto(draft, name)
    await rename(draft, home)
    return program
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    console.warn(`NO TEST IN FIREFOX ${name} RUNS. ${(error as Error).message.trim().split('\n').at(-1)}`)
    return undefined
  }
}

const unpackInto = async (folder: string, name: string) => {
  const { release, libraries } = OLDER[name] ?? {}
  if (!release || !libraries) throw new Error(`${name} is none of ${Object.keys(OLDER).join(', ')}`)
  const apt = join(folder, 'apt')
  const options = await aptOptions(apt, [release])
  await run('apt-get', [...options, 'update'], { timeout: FETCH_MS })
  const { stdout } = await run('apt-cache', [...options, 'madison', 'firefox-esr'])
  const found = stdout.split('|')[1]?.trim()
  if (!found?.startsWith(`${name}.`)) throw new Error(`Debian ${release} has Firefox ${found}`)
  await run('apt-get', [...options, 'download', 'firefox-esr', ...libraries], { cwd: apt, timeout: FETCH_MS })
  for (const archive of globSync(join(apt, '*.deb'))) await run('dpkg', ['-x', archive, folder])
  await rm(apt, { recursive: true })
  await writeFile(join(folder, START), LAUNCH, { mode: 0o755 })
}

const LAUNCH = `#!/bin/sh
here="\${0%/*}"
# Where the libraries of its release are.
for libraries in "$here"/usr/lib/*-linux-gnu; do export LD_LIBRARY_PATH="$libraries"; done
exec "$here/usr/lib/firefox-esr/firefox-esr" "$@"
`
