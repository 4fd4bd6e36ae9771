import type { KeepRule } from '#server/platform/backup-settings.ts'
import { snapshotsToKeep } from './keep-rule.ts'
import { filesFolder, repairMark, SNAPSHOTS, snapshotName, storageKey } from './layout.ts'
import { readManifest, readSums, type Sums, writeManifest } from './manifest.ts'
import { isBackupPath, type BackupPlace } from './place.ts'
import { hasFile, listSnapshots } from './snapshots.ts'
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
  const target = { place, folder, known, now, ...options }
  const { healed, unreadable, ...contents } = await writeRepairing(stores, target, before.whole)
  const faults = [
    ...(unreadable.length > 0 ? [`${unreadable.length} files of the site cannot be read: ${unreadable[0]}.`] : []),
    ...(healed.length > 0 ? [`${healed.length} files were damaged and are written again: ${healed[0]}.`] : []),
    ...(await removeOld(place, keep, now)),
  ]
  return { name, ...contents, fault: faults.join(' ') || undefined }
}

/** Writes a backup. A rewritten encrypted file has a new checksum, which is written to the lists of all snapshots. */
const writeRepairing = async (stores: Stores, target: Target, names: string[]) => {
  const { place, recipient } = target
  if (!recipient) return writeBackupTo(stores, target)
  const mark = repairMark(recipient)
  // The interrupted run may have rewritten files without recording their new checksums.
  const checked = (await hasFile(place, mark)) ? { checkedOf: 1 } : {}
  const contents = await writeBackupTo(stores, {
    ...target,
    ...checked,
    beforeRepair: () => place.write(mark, ['Files are written again.\n']),
    beforeComplete: (written) => renewManifests(place, names, written),
  })
  await place.remove(mark)
  return contents
}

/** Updates the lists from the oldest to the newest: a later run compares the newest one, so it notices an interrupted update. */
const renewManifests = async (place: BackupPlace, names: string[], written: Sums) => {
  for (const name of names) {
    const folder = `${SNAPSHOTS}${name}/`
    // removeOld reports a damaged list.
    const sums = (await readSums(place, folder)) ?? new Map<string, string>()
    const changed = [...sums].filter(([path, sum]) => (written.get(path) ?? sum) !== sum)
    for (const [path, sum] of changed) sums.set(path, written.get(path) ?? sum)
    if (changed.length > 0) await writeManifest(place, folder, sums)
  }
}

/** The files that the snapshots name in a folder of the place, with the checksums that the last one with each has. */
const knownFiles = async (place: BackupPlace, names: string[], folder: string) => {
  const known = new Map<string, { sha256: string; bytes: number | undefined }>()
  for (const name of names) {
    // A damaged list is told of when the snapshot would be needed.
    const named = await readManifest(place, `${SNAPSHOTS}${name}/`).catch(() => [])
    for (const [path, sha256] of named) if (path.startsWith(folder)) known.set(path, { sha256, bytes: undefined })
  }
  for await (const { path, bytes } of place.list(folder.slice(0, -1))) {
    const there = known.get(path)
    if (there) there.bytes = bytes
  }
  return known
}

/**
 * Removes the snapshots that the rule does not keep, after the files that none of the others names: a run that is killed
 * meanwhile is repeated by the next one. Resolves to the faults that kept it from that.
 */
const removeOld = async (place: BackupPlace, rule: KeepRule, now: Date): Promise<string[]> => {
  const { whole, remove } = await listSnapshots(place, SNAPSHOTS)
  const kept = snapshotsToKeep(whole, rule, now)
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
