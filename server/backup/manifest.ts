import { text } from 'node:stream/consumers'
import { LIST } from './layout.ts'
import { type BackupPlace, isBackupPath } from './place.ts'

/** In the format of `sha256sum --check`, by paths from the folder of the list. */
const LINE = /^([\da-f]{64}) {2}(.+)$/
/** From a snapshot to its place. */
const UP = '../../'

/** SHA-256 in hex by the path in the place. */
export type Sums = Map<string, string>

/** Writes the list of checksums, which completes a backup. `folder` is '' or ends with a slash. */
export const writeManifest = async (place: BackupPlace, folder: string, sums: Sums): Promise<void> => {
  const fromFolder = (path: string) => (path.startsWith(folder) ? path.slice(folder.length) : UP + path)
  const lines = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, sum]) => `${sum}  ${fromFolder(path)}\n`)
  await place.write(folder + LIST, lines)
}

/** Throws if there is none, or a damaged one. */
export const readManifest = async (place: BackupPlace, folder: string): Promise<Sums> => {
  const sums = await readSums(place, folder)
  if (!sums) throw new Error(`${LIST} in ${nameOf(place, folder)} is damaged.`)
  return sums
}

/** Undefined if the list is damaged. Throws if there is none. */
export const readSums = async (place: BackupPlace, folder: string): Promise<Sums | undefined> => {
  const where = nameOf(place, folder)
  const list = await text(place.read(folder + LIST)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error(`${where} has no ${LIST}: it is not a backup, or the backup was interrupted.`)
  })
  const sums: Sums = new Map()
  if (!list.endsWith('\n')) return undefined
  for (const line of list.split('\n').slice(0, -1)) {
    const [, sum, named = ''] = LINE.exec(line) ?? []
    if (!folder && named.startsWith(UP))
      throw new Error(
        `${where} is one backup of a place, whose files are beside it: name the place, and then the backup.`,
      )
    const path = folder && named.startsWith(UP) ? named.slice(UP.length) : folder + named
    if (!sum || !isBackupPath(path)) return undefined
    sums.set(path, sum)
  }
  return sums
}

const nameOf = (place: BackupPlace, folder: string) => (folder ? `${folder.slice(0, -1)} in ${place.name}` : place.name)
