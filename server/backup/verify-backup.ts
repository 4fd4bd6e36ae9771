import { LIST } from './layout.ts'
import { readManifest, type Sums } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { DRAFT } from './place-on-disk.ts'
import { digestOf } from './write-backup.ts'

export interface Verified {
  /** Those that the backups name. */
  paths: string[]
  /** A sentence for each damaged, missing or foreign file. */
  faults: string[]
}

/**
 * Reads all files of backups in a place, each once, and compares their checksums; no key is needed. A folder is '' or ends
 * with a slash.
 */
export const verifyBackups = async (place: BackupPlace, folders: string[]): Promise<Verified> => {
  const faults: string[] = []
  const found = new Map<string, string | undefined>()
  for (const folder of folders) {
    const sums = await readManifest(place, folder).catch((error: Error) => {
      faults.push(error.message)
      return undefined
    })
    if (!sums) continue
    // A run that was killed while it renewed the list has left a draft beside it.
    const lists = [folder + LIST, folder + LIST + DRAFT]
    for await (const { path } of place.list(folder.slice(0, -1)))
      if (!sums.has(path) && !lists.includes(path)) faults.push(`${path} is in ${place.name}, but not in its ${LIST}.`)
    faults.push(...(await compare(place, sums, found)))
  }
  return { paths: [...found.keys()], faults: [...new Set(faults)] }
}

const compare = async (place: BackupPlace, sums: Sums, found: Map<string, string | undefined>) => {
  const faults: string[] = []
  for (const [path, sum] of sums) {
    if (!found.has(path)) found.set(path, await digestOf(place.read(path)))
    if (found.get(path) !== sum) faults.push(`${path} in ${place.name} is damaged or missing.`)
  }
  return faults
}
