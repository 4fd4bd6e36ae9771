import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { privateFolder } from './browser.ts'
import { unpackPackages } from './unpack-packages.ts'

const run = promisify(execFile)
/** LibreOffice writes EPUBs of fixed pages with what its drawings have. */
const PACKAGES = ['pandoc', 'libreoffice-writer', 'libreoffice-math', 'libreoffice-draw', 'calibre']
/** Installed ones count as missing, so that every machine has the same parts. */
const OWN = /^(?:Package|Source): (?:pandoc|libreoffice|calibre)/m
/** The first start of LibreOffice makes a profile. */
const RUN_MS = 120_000

/** Why a test is skipped. */
export const MISSING = 'pandoc, LibreOffice and calibre cannot be had'

export interface WritingTools {
  /**
   * Runs a program of Debian's pandoc, LibreOffice or calibre in a folder, which also holds the settings that it writes.
   * Two runs of LibreOffice in one folder come one after the other. Rejects with what the program said.
   */
  run: (
    program: 'pandoc' | 'soffice' | 'ebook-convert' | 'ebook-meta' | 'calibredb',
    args: string[],
    folder: string,
  ) => Promise<string>
}

/**
 * Pandoc, LibreOffice and calibre from Debian's packages, which are unpacked once with all that they need, not installed.
 * Undefined, with a warning, where the packages cannot be had.
 */
export const unpackWritingTools = async (): Promise<WritingTools | undefined> => {
  try {
    const home = join(await privateFolder(), `writing-tools-${PACKAGES.length}`)
    // 208 MB over the network, 760 MB on the disk.
    await unpackPackages(home, { names: PACKAGES, own: OWN, place: (draft) => placeOffice(draft, home) })
    return { run: (program, args, folder) => start(home, program, args, folder) }
  } catch (error) {
    console.warn(`
############################################################################
##  SKIPPED: PANDOC, LIBREOFFICE AND CALIBRE CANNOT BE HAD.
##  They are unpacked from Debian's packages, with apt-get and a network.
##  ${(error as Error).message.trim().split('\n').at(-1)}
############################################################################`)
    return undefined
  }
}

const start = async (home: string, program: string, args: string[], folder: string): Promise<string> => {
  const [bin, lib, share] = ['bin', 'lib', 'share'].map((part) => join(home, 'usr', part)) as [string, string, string]
  const profile = join(folder, '.home')
  const env = {
    PATH: [bin, process.env['PATH']].join(delimiter),
    HOME: profile,
    XDG_RUNTIME_DIR: folder,
    LANG: 'C.UTF-8',
    LD_LIBRARY_PATH: [join(lib, 'libreoffice/program'), ...(await libraries(lib))].join(delimiter),
    // Pandoc 2 has its templates in files, where its package would install them.
    pandoc_datadir: join(share, 'pandoc'),
    PYTHONPATH: join(lib, 'python3/dist-packages'),
    CALIBRE_PYTHON_PATH: join(lib, 'calibre'),
    CALIBRE_RESOURCES_PATH: join(share, 'calibre'),
    CALIBRE_EXTENSIONS_PATH: join(lib, 'calibre/calibre/plugins'),
    CALIBRE_EXECUTABLES_PATH: bin,
  }
  const path = join(bin, program)
  const [command, ...own] =
    program === 'soffice'
      ? [path, `-env:UserInstallation=${pathToFileURL(join(profile, 'office'))}`, '--headless']
      : program === 'pandoc'
        ? [path]
        : ['python3', path]
  const options = { cwd: folder, env, timeout: RUN_MS, maxBuffer: 64 * 1024 * 1024 }
  return (await run(command as string, [...own, ...args], options)).stdout
}

/** The folders of libraries, which are named by the kind of machine. */
const libraries = async (lib: string) =>
  (await readdir(lib)).filter((name) => name.endsWith('-linux-gnu')).map((name) => join(lib, name))

/** LibreOffice names its folders in a file, and finds its settings where its packages put them only when installed. */
const placeOffice = async (draft: string, home: string) => {
  const path = 'usr/lib/libreoffice/program/fundamentalrc'
  const office = pathToFileURL(join(home, 'usr/lib/libreoffice')).href
  const written = await readFile(join(draft, path), 'utf8')
  const placed = written
    .replaceAll('file:///usr/lib/libreoffice', office)
    .replaceAll('file:///etc/libreoffice/registry', `${office}/share/.registry`)
  await writeFile(join(draft, path), placed)
}
