import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { snapshotsToKeep } from './keep-rule.ts'
import { snapshotName, snapshotTime } from './layout.ts'

const FIRST = Date.parse('2026-01-01T03:00:00Z')

/** The names that remain after a backup each day. */
const afterDays = (days: number, rule: { days: number; weeks: number; months: number }) => {
  let names: string[] = []
  for (let day = 0; day < days; day += 1) {
    const now = new Date(FIRST + day * DAY_MS)
    names = [...names, snapshotName(now)]
    const kept = snapshotsToKeep(names, rule, now)
    names = names.filter((name) => kept.has(name))
  }
  return names.map((name) => name.slice(0, 10))
}

test('a name is the time of a snapshot', () => {
  const at = new Date('2026-11-20T03:04:05Z')
  expect(snapshotName(at)).toBe('2026-11-20-030405')
  expect(snapshotTime('2026-11-20-030405')).toEqual(at)
})

test('after 200 days the last of each day, week and month remain', () => {
  expect(afterDays(200, { days: 7, weeks: 4, months: 6 })).toEqual([
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    // The Sundays of four weeks, the last of which has not ended, and the end of June.
    '2026-06-28',
    '2026-06-30',
    '2026-07-05',
    '2026-07-12',
    '2026-07-13',
    '2026-07-14',
    '2026-07-15',
    '2026-07-16',
    '2026-07-17',
    '2026-07-18',
    '2026-07-19',
  ])
})

test('of one day the last remains, and the last of all always', () => {
  const names = ['2026-11-20-030000', '2026-11-20-150000', '2026-11-21-030000']
  const now = new Date('2026-11-21T03:00:00Z')
  expect([...snapshotsToKeep(names, { days: 2, weeks: 0, months: 0 }, now)].toSorted()).toEqual(names.slice(1))
  expect([...snapshotsToKeep(names, { days: 0, weeks: 0, months: 1 }, now)]).toEqual(names.slice(2))
  expect([...snapshotsToKeep([], { days: 1, weeks: 1, months: 1 }, now)]).toEqual([])
})

test('what is named after a later time is kept beside the last one', () => {
  const names = ['2026-11-20-030000', '2026-11-21-030000', '2027-11-20-030000', '2027-11-21-030000']
  const kept = snapshotsToKeep(names, { days: 1, weeks: 0, months: 0 }, new Date('2026-11-21T03:00:00Z'))
  expect([...kept].toSorted()).toEqual(names.slice(1))
})
