import { basename } from 'node:path'
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { named, reportTotals } from './test-totals.ts'

/** Reports the totals of a run of Playwright. */
export default class JourneysReporter implements Reporter {
  private suite: Suite | undefined
  private readonly errors: TestError[] = []

  onBegin(_: unknown, suite: Suite) {
    this.suite = suite
  }

  /** Outside of tests: a file that can't be loaded, a setup that fails. */
  onError(error: TestError) {
    this.errors.push(error)
  }

  onEnd() {
    const tests = this.suite?.allTests() ?? []
    const having = (outcome: ReturnType<TestCase['outcome']>) => tests.filter((test) => test.outcome() === outcome)
    const failures = [
      ...this.errors.map(({ message }) => named('journeys', 'outside of tests', message)),
      ...having('unexpected').map(nameOf),
    ]
    reportTotals({
      passed: having('expected').length,
      failed: failures.length,
      skipped: having('skipped').length,
      failures,
      secondTries: having('flaky').map(nameOf),
    })
  }
}

const nameOf = ({ location, title, results }: TestCase) =>
  named(basename(location.file), title, results.find(({ error }) => error)?.error?.message)
