import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const DOWNLOAD_MS = 300_000

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
    const lists = releases ? await aptOptions(join(draft, 'apt'), releases) : []
    const simulate = () =>
      run('apt-get', [
        'install',
        '-s',
        '--no-install-recommends',
        ...lists,
        '-o',
        `Dir::State::status=${status}`,
        ...names,
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

/** Options of apt for lists of its own of these releases, from the machine's own source, which leave the machine's as they are. */
export const aptOptions = async (folder: string, releases: string[]) => {
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(SITE)', 'Created-By: Packages'])
  const site = stdout.split('\n').find((each) => each.endsWith('/debian'))
  if (!site) throw new Error("apt has no source of Debian's packages")
  for (const part of ['lists/partial', 'archives/partial']) await mkdir(join(folder, part), { recursive: true })
  const sources = releases.map((release) => `deb ${site} ${release} main\n`)
  await writeFile(join(folder, 'sources.list'), sources.join(''))
  await writeFile(join(folder, 'status'), '')
  const settings = {
    'Dir::Etc::SourceList': 'sources.list',
    'Dir::Etc::SourceParts': 'none',
    'Dir::State::Lists': 'lists',
    'Dir::State::status': 'status',
    'Dir::Cache': '.',
  }
  return Object.entries(settings).flatMap(([name, path]) => ['-o', `${name}=${join(folder, path)}`])
}
