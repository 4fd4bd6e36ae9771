import { readFileSync } from 'node:fs'

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

/** The last lines of a run. `.ci/run` reads them. */
export const linesOf = ({ passed, failed, skipped, failures, secondTries }: Totals) => [
  ...failures.map((failure) => `FAILED ${failure}`),
  ...secondTries.map((test) => `SECOND TRY ${test}`),
  ...(secondTries.length > 0 ? [`${secondTries.length} passed in a second try`] : []),
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
]

// oxlint-disable-next-line no-control-regex -- the colours of an error message
const COLOURS = /\u001B\[[\d;]*m/g

export const named = (file: string, title: string, error = '') =>
  `${file} › ${title}: ${error.replace(COLOURS, '').trim().split('\n')[0]}`

interface Result {
  status: string
  error?: { message?: string }
}

interface Suite {
  specs?: { title: string; file: string; tests: { status: string; results: Result[] }[] }[]
  suites?: Suite[]
}

const testsIn = ({ specs = [], suites = [] }: Suite): { name: string; status: string }[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      name: named(file, title, results.find(({ error }) => error)?.error?.message),
      status,
    })),
  ),
  ...suites.flatMap(testsIn),
]

/** From the JSON report of Playwright. */
export const readPlaywright = (path: string): Totals => {
  const tests = testsIn(JSON.parse(readFileSync(path, 'utf8')) as Suite)
  const having = (status: string) => tests.filter((test) => test.status === status).map(({ name }) => name)
  const [failures, secondTries] = [having('unexpected'), having('flaky')]
  return {
    passed: having('expected').length,
    failed: failures.length,
    skipped: having('skipped').length,
    ...{ failures, secondTries },
  }
}
