import { DAY_MS } from '#contract/values/durations.ts'
import type { KeepRule } from '#server/platform/backup-settings.ts'
import { snapshotTime } from './layout.ts'

/** The first day of 1970 was a Thursday. */
const DAYS_BEFORE_MONDAY = 3

const PERIODS: { of: (rule: KeepRule) => number; at: (time: Date) => string | number }[] = [
  { of: ({ days }) => days, at: (time) => Math.floor(time.getTime() / DAY_MS) },
  { of: ({ weeks }) => weeks, at: (time) => Math.floor((time.getTime() / DAY_MS + DAYS_BEFORE_MONDAY) / 7) },
  { of: ({ months }) => months, at: (time) => time.toISOString().slice(0, 7) },
]

/**
 * The names of the snapshots to keep: the last one, and the last of each of the latest days, weeks and months that have
 * one, in UTC. Snapshots with a time in the future are kept and not counted: a clock was or is wrong.
 */
export const snapshotsToKeep = (names: string[], rule: KeepRule, now: Date): Set<string> => {
  const isAhead = (name: string) => snapshotTime(name) > now
  const newestFirst = names
    .filter((name) => !isAhead(name))
    .toSorted()
    .reverse()
  const kept = new Set([...names.filter(isAhead), ...newestFirst.slice(0, 1)])
  for (const { of, at } of PERIODS) {
    const seen = new Set<string | number>()
    for (const name of newestFirst) {
      const period = at(snapshotTime(name))
      if (seen.has(period)) continue
      if (seen.size === of(rule)) break
      seen.add(period)
      kept.add(name)
    }
  }
  return kept
}
