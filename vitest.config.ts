import { existsSync, globSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { NOT_THROUGH_NGINX } from './tests/not-through-nginx.ts'

/** They start servers, open many files, wait for minutes or fill large tables. */
const LONG_TESTS = [
  'covers/draw-cover.test.ts',
  'server/accounts/account-deletion.test.ts',
  'server/accounts/mail-delivery.test.ts',
  'server/accounts/profile-image-load.test.ts',
  'server/backup/backup.test.ts',
  'server/books/far-pages.test.ts',
  'server/cover-rendering/create-image-processor.test.ts',
  'server/pdf-inspection/inspect-pdf.test.ts',
  'server/platform/database/failover.test.ts',
  'server/platform/database/replica.test.ts',
  'server/platform/embedded-postgres/embedded-postgres.test.ts',
  'server/platform/http/load-shedding.test.ts',
  'server/platform/http/silent-database.test.ts',
  'server/platform/http/two-processes.test.ts',
  'server/platform/jobs/jobs.test.ts',
  'server/platform/sandbox/sandboxed-process.test.ts',
  'server/publishing/scrub-files.test.ts',
  'server/reports/queue-plans.test.ts',
  'server/search-inside/read-book-texts.test.ts',
  'server/site/sitemap.test.ts',
  'server/text-view/text-view.test.ts',
  'tests/damaged-files.test.ts',
  'tests/default-start.test.ts',
  'tests/process.test.ts',
  'tests/shared-cache.test.ts',
  'tests/silent-clients.test.ts',
]
const { LONG_TESTS: long, THROUGH_NGINX: throughNginx } = process.env
const ALL_TESTS = '{contract,covers,server,web,handbooks,tests}/**/*.test.{ts,tsx}'

/** All that open a site and ask it something. */
const testsThroughNginx = () => {
  const gone = Object.keys(NOT_THROUGH_NGINX).filter((path) => !existsSync(path))
  if (gone.length > 0) throw new Error(`tests/not-through-nginx.ts names files that do not exist: ${gone.join(', ')}`)
  return globSync(ALL_TESTS).filter(
    (path) => !(path in NOT_THROUGH_NGINX) && readFileSync(path, 'utf8').includes('openTestSite('),
  )
}

export default defineConfig({
  test: {
    include: throughNginx ? testsThroughNginx() : long === 'only' ? LONG_TESTS : [ALL_TESTS],
    exclude: [
      ...configDefaults.exclude,
      // They need a store that is downloaded: npm run object-store.
      ...(process.env['OBJECT_STORE'] ? [] : ['tests/object-store/**']),
      // They need browsers that are installed: npm run other-browsers.
      ...(process.env['OTHER_BROWSERS'] ? [] : ['tests/other-browsers/**']),
      // npm run test:long, npm run fuzz.
      ...(long ? [] : LONG_TESTS),
    ],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/seed-properties.ts'],
    isolate: false,
    // The test of the response cache's memory collects garbage.
    execArgv: ['--expose-gc'],
    // Through nginx they wait for its cache most of the time.
    maxWorkers: throughNginx ? 4 : 2,
    // CI machines may be slow: only a test that fails twice counts as failed.
    retry: process.env['CI'] ? 1 : 0,
    // A second, the default, is too short for a busy machine.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
