import { LIST, ROWS, SNAPSHOTS, snapshotTime } from './layout.ts'
import type { BackupPlace } from './place.ts'

const NAME = /^\d{4}-\d\d-\d\d-\d{6}$/

/** Folders in a place, each with a slash at its end: whole snapshots, and what interrupted ones left. */
export const listSnapshots = async (place: BackupPlace, above: typeof SNAPSHOTS | typeof ROWS) => {
  const paths = new Map<string, string[]>()
  for await (const { path } of place.list(above.slice(0, -1))) {
    const [, name = ''] = path.split('/')
    if (NAME.test(name)) paths.set(name, [...(paths.get(name) ?? []), path])
  }
  const names = [...paths.keys()].toSorted()
  const isWhole = (name: string) => paths.get(name)?.includes(`${above}${name}/${LIST}`) ?? false
  return {
    whole: names.filter(isWhole),
    interrupted: names.filter((name) => !isWhole(name)),
    /** The list of checksums goes first, so that one of which files remain is not taken for whole. */
    remove: async (name: string) => {
      const own = paths.get(name) ?? []
      for (const path of own.toSorted((a) => (a.endsWith(LIST) ? -1 : 1))) await place.remove(path)
    },
  }
}

/**
 * The folder of a backup in a place: '' for one that was written by hand, the last snapshot, or that with this name,
 * `2026-11-20-030000`, or `rows/2026-11-20-030000` for rows that were saved before an upgrade. Throws
 * if none is named and the last one has the name of a later time: it may be an old one.
 */
export const findSnapshot = async (place: BackupPlace, name?: string, now = new Date()): Promise<string> => {
  if (await hasFile(place, LIST)) {
    if (name) throw new Error(`${place.name} is one backup, without snapshots.`)
    return ''
  }
  const [snapshots, rows] = [await listSnapshots(place, SNAPSHOTS), await listSnapshots(place, ROWS)]
  const known = [...rows.whole.map((found) => ROWS + found), ...snapshots.whole]
  if (name !== undefined && !known.includes(name))
    throw new Error(`${place.name} has no whole backup ${name}; it has ${known.join(', ') || 'none'}.`)
  const last = snapshots.whole.at(-1)
  if (name === undefined && last !== undefined && snapshotTime(last) > now)
    throw new Error(
      `The last backup in ${place.name}, ${last}, is named after a time that has not come: a clock was wrong. Name the one to use: ${known.join(', ')}.`,
    )
  const found = name ?? last
  if (found !== undefined) return found.startsWith(ROWS) ? `${found}/` : `${SNAPSHOTS}${found}/`
  if (rows.whole.length > 0)
    throw new Error(
      `${place.name} has rows that were saved before upgrades and no whole backup: name one of ${known.join(', ')}.`,
    )
  throw new Error(`${place.name} has no ${LIST}: it is not a backup, or the backup was interrupted.`)
}

export const hasFile = async (place: BackupPlace, path: string) => {
  try {
    for await (const _ of place.read(path)) break
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
}
