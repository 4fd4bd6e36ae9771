import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const WEEK_MS = 7 * 86_400_000
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

test('no flaky test is known for more than a week', () => {
  expect(overdueIn(readFileSync('tests/flaky.md', 'utf8'), Date.now())).toEqual([])
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
