import { configDefaults, defineConfig } from 'vitest/config'
import { TotalsReporter } from './scripts/totals-reporter.ts'
import { DATA_TESTS, FUZZ_TESTS, GUARD_TESTS, LONG_TESTS } from './tests/long-tests.ts'
import { NGINX_TESTS } from './tests/nginx-tests.ts'

const { LONG_TESTS: set, THROUGH_NGINX: throughNginx } = process.env
const ALL_TESTS = '{contract,covers,server,web,handbooks,tests}/**/*.test.{ts,tsx}'
/** The tests of each value of LONG_TESTS. */
const SETS: Record<string, string[]> = {
  on: [ALL_TESTS],
  guard: [...GUARD_TESTS, ...DATA_TESTS],
  long: LONG_TESTS,
}
if (set && !SETS[set]) throw new Error(`LONG_TESTS is ${set}, which is none of ${Object.keys(SETS).join(', ')}`)

export default defineConfig({
  test: {
    include: throughNginx ? NGINX_TESTS : set ? (SETS[set] ?? []) : [ALL_TESTS],
    exclude: [
      ...configDefaults.exclude,
      // They need a store that is downloaded: npm run object-store.
      ...(process.env['OBJECT_STORE'] ? [] : ['tests/object-store/**']),
      // They need browsers that are installed: npm run other-browsers.
      ...(process.env['OTHER_BROWSERS'] ? [] : ['tests/other-browsers/**']),
      ...(set || throughNginx ? [] : [...GUARD_TESTS, ...LONG_TESTS, ...FUZZ_TESTS]),
    ],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/seed-properties.ts'],
    reporters: ['default', new TotalsReporter()],
    isolate: false,
    // The test of the response cache's memory collects garbage.
    execArgv: ['--expose-gc'],
    // One more than cores, as they also wait for the database; through nginx they wait for its cache most of the time.
    maxWorkers: throughNginx ? 4 : 3,
    // CI machines may be slow: a test that fails once and passes then is named at the end.
    retry: process.env['CI'] ? 1 : 0,
    // A second, the default, is too short for a busy machine.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
