import { writeFileSync } from 'node:fs'

/** What a part of the tests has found. */
export interface Totals {
  passed: number
  failed: number
  skipped: number
  /** Each failed test with its error, one line each. */
  failures: string[]
  /** Those that passed in a second try alone, with the error of the first. They are not among the passed ones. */
  secondTries: string[]
}

export const noTotals = (): Totals => ({ passed: 0, failed: 0, skipped: 0, failures: [], secondTries: [] })

export const sumOf = (all: Totals[]): Totals =>
  all.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
      failures: [...sum.failures, ...one.failures],
      secondTries: [...sum.secondTries, ...one.secondTries],
    }),
    noTotals(),
  )

/** The last lines of a run, which `readLines` reads. */
export const linesOf = ({ passed, failed, skipped, failures, secondTries }: Totals) => [
  ...failures.map((failure) => `FAILED ${failure}`),
  ...secondTries.map((test) => `SECOND TRY ${test}`),
  ...(secondTries.length > 0 ? [`${secondTries.length} passed in a second try`] : []),
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
]

/** Writes the totals to the file TOTALS_FILE, for a script that runs several parts; or prints them. */
export const reportTotals = (totals: Totals) => {
  const file = process.env['TOTALS_FILE']
  if (file) writeFileSync(file, JSON.stringify(totals))
  else console.log(`\n${linesOf(totals).join('\n')}`)
}

// oxlint-disable-next-line no-control-regex -- the colours of an error message
const COLOURS = /\u001B\[[\d;]*m/g

export const named = (file: string, title: string, error = '') =>
  `${file} › ${title}: ${error.replace(COLOURS, '').trim().split('\n')[0]}`

const TOTALS = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/

/** From the last lines of a run, as `linesOf` makes them; without these, of which there are none, nothing was tested. */
export const readLines = (output: string): Totals => {
  const lines = output.split('\n')
  const [, passed, failed, skipped = 0] = lines.map((line) => TOTALS.exec(line)).findLast(Boolean) ?? [0, 0, 0]
  const after = (word: string) => lines.filter((line) => line.startsWith(word)).map((line) => line.slice(word.length))
  return {
    passed: Number(passed),
    failed: Number(failed),
    skipped: Number(skipped),
    failures: after('FAILED '),
    secondTries: after('SECOND TRY '),
  }
}
