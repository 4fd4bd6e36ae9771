import { defineConfig } from '@playwright/test'
import { launchOptions } from './tests/browser.ts'

/** Two at once, each with a site of its own, on which nobody else does anything. */
const WORKERS = 2
/** Fixed, so that whatever starts the sites can read their addresses here; every worker reads this file for itself. */
const FIRST_PORT = 39_437
const baseURL = `http://127.0.0.1:${FIRST_PORT + Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)}`
/** What wants the machine to itself, and what all the others saw between them. */
const LAST = ['steady.spec.ts', 'all-texts.spec.ts']

export default defineConfig({
  testDir: './tests/journeys',
  globalSetup: './tests/start-site.ts',
  outputDir: './test-results',
  workers: WORKERS,
  projects: [
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: LAST },
    { name: 'last', testMatch: LAST, dependencies: ['journeys'], workers: 1 },
  ],
  // A machine that others use too may be late once; what fails three times is broken.
  retries: process.env['CI'] ? 2 : 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    baseURL,
    launchOptions: await launchOptions(),
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    // A fade half way through would be measured by axe as pale text.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    screenshot: 'off',
    trace: 'off',
    video: 'off',
  },
})
