import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const DOWNLOAD_MS = 300_000
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg'

export interface Packages {
  names: string[]
  /** Lines of dpkg's status by which packages count as missing though installed, so that every machine has the same. */
  own: RegExp
  /** Releases of Debian to take them from, instead of the machine's own. */
  releases?: string[]
  /** More, `name/release`, without what they need. */
  alone?: string[]
  /** Puts right what names its own place, before the draft becomes `home`. */
  place?: (draft: string) => Promise<void>
}

/** Unpacks Debian's packages with all that they need, not installed, into the folder `home`, unless it is there. */
export const unpackPackages = async (home: string, { names, own, releases, alone = [], place }: Packages) => {
  if (existsSync(home)) return
  const draft = await mkdtemp(`${home}-`)
  try {
    const [debs, status] = [join(draft, 'debs'), join(draft, 'status')]
    await mkdir(debs)
    const installed = (await readFile('/var/lib/dpkg/status', 'utf8')).split('\n\n')
    await writeFile(status, installed.filter((one) => !own.test(one)).join('\n\n'))
    const lists = releases ? await listsOf(join(draft, 'apt'), releases) : []
    const simulate = () =>
      run('apt-get', [
        ...['install', '-s', '--no-install-recommends', '-o', `Dir::State::status=${status}`],
        ...[...lists, ...names],
      ])
    const { stdout } = await simulate().catch(async () => {
      await run('apt-get', ['update', ...lists], { timeout: DOWNLOAD_MS })
      return simulate()
    })
    const needed = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)
    await run('apt-get', ['download', ...lists, ...needed, ...alone], { cwd: debs, timeout: DOWNLOAD_MS })
    for (const deb of await readdir(debs)) await run('dpkg', ['-x', join(debs, deb), draft])
    for (const folder of [debs, join(draft, 'apt')]) await rm(folder, { recursive: true, force: true })
    await place?.(draft)
    // Another run may have been faster.
    await rename(draft, home).catch((error: Error) => {
      if (!existsSync(home)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Options by which apt-get has lists of its own, of these releases, from where the machine gets its packages. */
const listsOf = async (folder: string, releases: string[]) => {
  for (const name of ['lists/partial', 'cache/archives/partial']) await mkdir(join(folder, name), { recursive: true })
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Label: Debian'])
  const [address] = stdout.split('\n')
  if (!address) throw new Error('apt has no lists of Debian: run apt-get update')
  const sources = join(folder, 'sources.list')
  await writeFile(sources, releases.map((release) => `deb [signed-by=${KEYS}] ${address} ${release} main\n`).join(''))
  const settings = {
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '-',
    'Acquire::Languages': 'none',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
}
