import { defineConfig } from '@playwright/test'
import { launchOptions } from './tests/browser.ts'

// A fixed port, so that whatever starts the site can read its address here: config.projects[0].use.baseURL.
const baseURL = 'http://127.0.0.1:39437'

export default defineConfig({
  testDir: './tests/journeys',
  testMatch: '*.spec.ts',
  globalSetup: './tests/start-site.ts',
  outputDir: './test-results',
  workers: 1,
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
