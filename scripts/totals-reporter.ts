import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { named, reportTotals, type Totals } from './test-totals.ts'

/** Reports the totals of a run of Vitest. */
export class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    reportTotals(totalsOf(modules))
  }
}

const totalsOf = (modules: readonly TestModule[]): Totals => {
  const tests = modules.flatMap(({ children }) => [...children.allTests()])
  const having = (state: string) => tests.filter((test) => test.result().state === state)
  const broken = modules.filter(isBroken)
  const flaky = tests.filter((test) => test.diagnostic()?.flaky)
  return {
    passed: having('passed').length - flaky.length,
    failed: having('failed').length + broken.length,
    skipped: having('skipped').length,
    failures: [...broken.map(nameOfModule), ...having('failed').map(nameOf)],
    secondTries: flaky.map(nameOf),
  }
}

/** A file that can't be loaded, or whose hooks fail, has no failed test. */
const isBroken = (module: TestModule) =>
  module.state() === 'failed' && [...module.children.allTests('failed')].length === 0

const nameOf = (test: TestCase) =>
  named(test.module.relativeModuleId, test.fullName, test.result().errors?.[0]?.message)

const nameOfModule = (module: TestModule) => {
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  return named(module.relativeModuleId, 'the file', errors[0]?.message)
}
