import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { privateFolder } from './browser.ts'
import { unpackPackages } from './unpack-packages.ts'

const run = promisify(execFile)
const PACKAGES = ['poppler-utils', 'qpdf']
/** Installed ones count as missing, so that every machine has the same parts. */
const OWN = /^Package: (?:poppler-utils|qpdf)$/m
const RUN_MS = 120_000

/** Why a test is skipped. */
export const MISSING = 'qpdf and the tools of Poppler cannot be had'

export interface PdfTools {
  /** The faults of its structure, one a line; empty if there are none. */
  faultsOf: (file: string) => Promise<string>
  /** Its fonts, and whether they are embedded. */
  fontsOf: (file: string) => Promise<{ name: string; isEmbedded: boolean }[]>
  /** The numbers of its pages that show neither words nor pictures. */
  emptyPagesOf: (file: string) => Promise<number[]>
}

/** qpdf and Poppler from Debian's packages, which are unpacked once, not installed. Undefined, with a warning, where they cannot be had. */
export const unpackPdfTools = async (): Promise<PdfTools | undefined> => {
  try {
    const home = join(await privateFolder(), `pdf-tools-${PACKAGES.length}`)
    // 2 MB over the network, 5 MB on the disk.
    await unpackPackages(home, { names: PACKAGES, own: OWN })
    return await openTools(home)
  } catch (error) {
    console.warn(`
############################################################################
##  SKIPPED: QPDF AND THE TOOLS OF POPPLER CANNOT BE HAD.
##  They are unpacked from Debian's packages, with apt-get and a network.
##  ${(error as Error).message.trim().split('\n').at(-1)}
############################################################################`)
    return undefined
  }
}

const openTools = async (home: string): Promise<PdfTools> => {
  const lib = join(home, 'usr/lib')
  const machines = (await readdir(lib)).filter((name) => name.endsWith('-linux-gnu'))
  const libraries = machines.map((name) => join(lib, name)).join(delimiter)
  const env = { ...process.env, LANG: 'C.UTF-8', LD_LIBRARY_PATH: libraries }
  const say = async (program: string, ...args: string[]) =>
    (await run(join(home, 'usr/bin', program), args, { env, timeout: RUN_MS, maxBuffer: 64 * 1024 * 1024 })).stdout
  return {
    faultsOf: (file) =>
      say('qpdf', '--check', file).then(
        () => '',
        ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
      ),
    fontsOf: async (file) =>
      rowsOf(await say('pdffonts', file)).map((row) => {
        const [, name = '', isEmbedded] = /^(\S*).* (yes|no) +(?:yes|no) +(?:yes|no) +\d+ +\d+$/.exec(row) ?? []
        return { name, isEmbedded: isEmbedded === 'yes' }
      }),
    emptyPagesOf: async (file) => {
      const pages = (await say('pdftotext', file, '-')).split('\f').slice(0, -1)
      const pictured = new Set(rowsOf(await say('pdfimages', '-list', file)).map((row) => Number.parseInt(row, 10)))
      return pages.flatMap((words, at) => (words.trim() === '' && !pictured.has(at + 1) ? [at + 1] : []))
    },
  }
}

/** Of a table whose head has two lines. */
const rowsOf = (table: string) => table.trimEnd().split('\n').slice(2)
