import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'

const WEEK_MS = 7 * DAY_MS
const ROW = /^\| (?<name>[^|]+) \| (?<seen>\d{4}-\d{2}-\d{2}) \| (?<known>[^|]+) \|$/

/** The rows of the table that are older than a week, or have no date. */
const overdueIn = (text: string, now: number) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .filter((line) => {
      const age = now - Date.parse(ROW.exec(line)?.groups?.['seen'] ?? '')
      return !(age >= 0 && age <= WEEK_MS)
    })

/** The time of the last change, and not of today: what a version's tests say must not depend on when they run. */
const changedAt = () => Date.parse(execFileSync('git', ['log', '-1', '--format=%cI'], { encoding: 'utf8' }).trim())

test('no flaky test is known for more than a week', () => {
  expect(overdueIn(readFileSync('tests/flaky.md', 'utf8'), changedAt())).toEqual([])
})

test('an older entry is found, and one without a date', () => {
  const row = (seen: string) => `| marks.spec › opens | ${seen} | the list is loaded twice |`
  const table = [
    '| test | first seen | what is known |',
    '| --- | --- | --- |',
    row('2026-05-01'),
    row('2026-05-07'),
    row('May'),
  ]
  expect(overdueIn(table.join('\n'), Date.parse('2026-05-09'))).toEqual([row('2026-05-01'), row('May')])
})
