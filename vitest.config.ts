import { configDefaults, defineConfig } from 'vitest/config'

const LONG_TESTS = [
  'tests/silent-clients.test.ts',
  'tests/shared-cache.test.ts',
  'server/platform/database/replica.test.ts',
]

export default defineConfig({
  test: {
    include: ['{contract,covers,server,web,handbooks,tests}/**/*.test.{ts,tsx}'],
    exclude: [
      ...configDefaults.exclude,
      // They need a store that is downloaded: npm run object-store.
      ...(process.env['OBJECT_STORE'] ? [] : ['tests/object-store/**']),
      // They need browsers that are installed: npm run other-browsers.
      ...(process.env['OTHER_BROWSERS'] ? [] : ['tests/other-browsers/**']),
      // They wait for minutes: npm run test:long, npm run fuzz.
      ...(process.env['LONG_TESTS'] ? [] : LONG_TESTS),
    ],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/seed-properties.ts'],
    isolate: false,
    // The test of the response cache's memory collects garbage.
    execArgv: ['--expose-gc'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
