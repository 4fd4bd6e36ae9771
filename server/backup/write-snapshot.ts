import type { KeepRule } from '#server/platform/backup-settings.ts'
import { snapshotsToKeep } from './keep-rule.ts'
import { filesFolder, SNAPSHOTS, snapshotName, storageKey } from './layout.ts'
import { readManifest } from './manifest.ts'
import { isBackupPath, type BackupPlace } from './place.ts'
import { listSnapshots } from './snapshots.ts'
import { type Contents, type Stores, type Target, writeBackupTo } from './write-backup.ts'

interface Options extends Pick<Target, 'recipient' | 'checkedOf'> {
  keep: KeepRule
  now: Date
}

export interface Snapshot extends Pick<Contents, 'rows' | 'files' | 'bytes' | 'missing'> {
  name: string
  /** What was found to be damaged, in a sentence or two; undefined if nothing was. */
  fault?: string | undefined
}

/**
 * Writes a snapshot into a place of backups, with the files that the place lacks, and removes what the rule does not keep
 * and what interrupted runs have left. One process at a time may do so.
 */
export const writeSnapshot = async (
  stores: Stores,
  place: BackupPlace,
  { keep, now, ...options }: Options,
): Promise<Snapshot> => {
  const before = await listSnapshots(place, SNAPSHOTS)
  for (const name of before.interrupted) await before.remove(name)
  const name = snapshotName(now)
  if (before.whole.includes(name)) throw new Error(`${place.name} has a backup ${name} already.`)
  const folder = `${SNAPSHOTS}${name}/`
  const known = await knownFiles(place, before.whole, filesFolder(options.recipient))
  const { healed, ...contents } = await writeBackupTo(stores, { place, folder, known, now, ...options })
  const faults = [
    ...(healed.length > 0 ? [`${healed.length} files were damaged and are written again: ${healed[0]}.`] : []),
    ...(await removeOld(place, keep)),
  ]
  return { name, ...contents, fault: faults.join(' ') || undefined }
}

/** The files in a folder of the place, with the checksums that the last snapshot with each has. */
const knownFiles = async (place: BackupPlace, names: string[], folder: string) => {
  const sums = new Map<string, string>()
  for (const name of names) {
    // A damaged list is told of when the snapshot would be needed.
    const named = await readManifest(place, `${SNAPSHOTS}${name}/`).catch(() => [])
    for (const [path, sum] of named) if (path.startsWith(folder)) sums.set(path, sum)
  }
  const known = new Map<string, { sha256: string; bytes: number }>()
  for await (const { path, bytes } of place.list(folder.slice(0, -1))) {
    const sha256 = sums.get(path)
    if (sha256) known.set(path, { sha256, bytes })
  }
  return known
}

/**
 * Removes the snapshots that the rule does not keep, after the files that none of the others names: a run that is killed
 * meanwhile is repeated by the next one. Resolves to the faults that kept it from that.
 */
const removeOld = async (place: BackupPlace, rule: KeepRule): Promise<string[]> => {
  const { whole, remove } = await listSnapshots(place, SNAPSHOTS)
  const kept = snapshotsToKeep(whole, rule)
  const named = new Set<string>()
  const folders = new Set<string>()
  for (const name of whole) {
    try {
      for (const path of (await readManifest(place, `${SNAPSHOTS}${name}/`)).keys()) {
        if (storageKey(path) !== undefined) folders.add(path.slice(0, path.indexOf('/')))
        if (kept.has(name)) named.add(path)
      }
    } catch (error) {
      if (kept.has(name))
        return [`${(error as Error).message} Nothing is removed from ${place.name} until this backup is deleted.`]
    }
  }
  for (const folder of folders)
    for await (const { path } of place.list(folder))
      if (!named.has(path) && isBackupPath(path)) await place.remove(path)
  for (const name of whole) if (!kept.has(name)) await remove(name)
  return []
}
