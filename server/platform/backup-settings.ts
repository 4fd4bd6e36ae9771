import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { HOUR_MS } from '#contract/values/durations.ts'
import { type ObjectStoreAddress, parseObjectStoreAddress } from './storage/object-store-address.ts'
import { isStorageKey } from './storage/storage-key.ts'

/** Where backups are: a folder of this machine, or a part of a bucket. */
export type BackupAddress = { folder: string } | { objectStore: ObjectStoreAddress }

/** How many backups are kept: the last one of each of so many days, weeks and months. */
export interface KeepRule {
  days: number
  weeks: number
  months: number
}

export interface BackupSettings {
  /** Undefined if there are no backups by themselves. */
  to: BackupAddress | undefined
  everyMs: number
  keep: KeepRule
  /** The age recipients that backups are encrypted for, `age1…`, with commas between. */
  key: string | undefined
  beforeMigration: boolean
}

const UNITS: Record<string, number> = { h: HOUR_MS, d: 24 * HOUR_MS }
const MAX_MS = 31 * 24 * HOUR_MS

export const DEFAULT_KEEP: KeepRule = { days: 7, weeks: 4, months: 6 }

export const parseBackupAddress = (value: string): BackupAddress | undefined => {
  const objectStore = parseObjectStoreAddress(value)
  if (objectStore) return { objectStore }
  return isAbsolute(value) && !value.includes('\0') ? { folder: value } : undefined
}

/**
 * Whether backups would be among the files of the site, each with all that were before, or these among those of the
 * backups, from which what no backup names is removed.
 */
export const isAmongFiles = (
  to: BackupAddress,
  { dataDir, objectStore }: { dataDir: string; objectStore: ObjectStoreAddress | undefined },
): boolean => {
  if ('folder' in to) {
    const files = join(dataDir, 'files')
    return objectStore === undefined && (isWithin(files, to.folder) || isWithin(join(to.folder, 'files'), files))
  }
  const { endpoint, bucket, prefix } = to.objectStore
  if (objectStore?.endpoint !== endpoint || objectStore.bucket !== bucket) return false
  const below = objectStore.prefix
  return (
    (prefix.startsWith(below) && isStorageKey(`${prefix.slice(below.length)}files`)) ||
    below.startsWith(`${prefix}files/`)
  )
}

const isWithin = (folder: string, path: string) => {
  const way = relative(resolve(folder), resolve(path))
  return way !== '..' && !way.startsWith(`..${sep}`)
}

/** `24h` or `7d` in milliseconds: from an hour to 31 days. */
export const parseInterval = (value: string): number | undefined => {
  const [, count, unit = ''] = /^(\d{1,3})([hd])$/.exec(value) ?? []
  const ms = Number(count) * (UNITS[unit] ?? 0)
  return ms >= HOUR_MS && ms <= MAX_MS ? ms : undefined
}

/** `7d4w6m`, or a part of it such as `14d`. */
export const parseKeepRule = (value: string): KeepRule | undefined => {
  const [, days = '0', weeks = '0', months = '0'] = /^(?:(\d{1,4})d)?(?:(\d{1,3})w)?(?:(\d{1,3})m)?$/.exec(value) ?? []
  const rule = { days: Number(days), weeks: Number(weeks), months: Number(months) }
  return rule.days + rule.weeks + rule.months > 0 ? rule : undefined
}

/** X25519 recipients, in one order however they are set. Their checksums are verified when they are used. */
export const parseRecipients = (value: string): string | undefined => {
  const recipients = [...new Set(value.split(/[\s,]+/))].sort()
  const areRight = recipients.every((recipient) => /^age1[02-9ac-hj-np-z]{58}$/.test(recipient))
  return areRight && recipients.length <= RECIPIENTS_MAX ? recipients.join(',') : undefined
}

const RECIPIENTS_MAX = 20
