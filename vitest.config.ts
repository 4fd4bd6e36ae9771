import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,covers,server,web,handbooks,tests}/**/*.test.{ts,tsx}'],
    // They need a store that is downloaded: npm run object-store.
    exclude: [...configDefaults.exclude, ...(process.env['OBJECT_STORE'] ? [] : ['tests/object-store/**'])],
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
