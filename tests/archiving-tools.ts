import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { privateFolder } from './browser.ts'
import { unpackPackages } from './unpack-packages.ts'

const run = promisify(execFile)
const PACKAGES = ['7zip', 'libarchive-tools', 'zip']
/** Installed ones count as missing, so that every machine has the same parts. */
const OWN = /^Package: (?:7zip|libarchive-tools|zip)$/m
const RUN_MS = 60_000

/** Why a test is skipped. */
export const MISSING = '7-Zip, bsdtar and zip cannot be had'

export type Archiver = '7zz' | 'bsdtar' | 'zip'

export interface ArchivingTools {
  /** Runs a program in a folder; rejects with what it said. */
  run: (program: Archiver, args: string[], folder: string) => Promise<string>
}

/**
 * 7-Zip, bsdtar and Info-ZIP's zip from Debian's packages, which are unpacked once, not installed. Undefined, with a warning, where
 * the packages cannot be had.
 */
export const unpackArchivingTools = async (): Promise<ArchivingTools | undefined> => {
  try {
    const home = join(await privateFolder(), `archiving-tools-${PACKAGES.length}`)
    // 2 MB over the network, 5 MB on the disk.
    await unpackPackages(home, { names: PACKAGES, own: OWN })
    const lib = join(home, 'usr/lib')
    // There are none where all that they need is installed.
    const folders = await readdir(lib).catch(() => [])
    const machines = folders.filter((name) => name.endsWith('-linux-gnu'))
    const libraries = machines.map((name) => join(lib, name)).join(delimiter)
    const env = { ...process.env, LANG: 'C.UTF-8', LD_LIBRARY_PATH: libraries }
    return {
      run: async (program, args, folder) =>
        (await run(join(home, 'usr/bin', program), args, { cwd: folder, env, timeout: RUN_MS })).stdout,
    }
  } catch (error) {
    console.warn(`
############################################################################
##  SKIPPED: 7-ZIP, BSDTAR AND ZIP CANNOT BE HAD.
##  They are unpacked from Debian's packages, with apt-get and a network.
##  ${(error as Error).message.trim().split('\n').at(-1)}
############################################################################`)
    return undefined
  }
}
