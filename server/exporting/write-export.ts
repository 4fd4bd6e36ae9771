import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { VerifierServices } from '#server/platform/file-integrity/verify-file.ts'
import { checksummed } from './checksummed.ts'
import { type ExportCounts, exportEntries, type ExportOptions, noCounts } from './export-entries.ts'
import { CHECKSUMS_FILE, LIBRARY_FILE, README_FILE, UNFINISHED_FILE } from './export-format.ts'

/** What an export writes. */
const OWN_NAMES = [UNFINISHED_FILE, README_FILE, 'schema', 'books', LIBRARY_FILE, CHECKSUMS_FILE]

const UNFINISHED =
  'An export is written to this folder, or was broken off. The next export into it deletes what is here and begins anew.\n'

/**
 * Writes an export into a new folder; the server may be running. One that was broken off is begun anew in the same
 * folder. Throws if the folder has anything else.
 */
export const writeExport = async (
  services: VerifierServices,
  folder: string,
  { onBook = () => {}, ...options }: ExportOptions & { onBook?: (counts: ExportCounts) => void },
): Promise<ExportCounts> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await clear(folder)
  const unfinished = join(folder, UNFINISHED_FILE)
  await writeFile(unfinished, UNFINISHED, { flag: 'wx', mode: 0o600 })
  const counts = noCounts()
  for await (const { path, content } of checksummed(exportEntries(services, options, counts))) {
    const to = join(folder, path)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await pipeline(content, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }))
    onBook(counts)
  }
  await rm(unfinished)
  return counts
}

const clear = async (folder: string) => {
  const found = await readdir(folder)
  const isUnfinished = found.includes(UNFINISHED_FILE)
  if (found.length > 0 && (!isUnfinished || found.some((name) => !OWN_NAMES.includes(name))))
    throw new Error(`${folder} is not empty: name a new folder.`)
  // The mark last, so that this can be broken off too.
  for (const name of OWN_NAMES.toReversed()) await rm(join(folder, name), { recursive: true, force: true })
}
