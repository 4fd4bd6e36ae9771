import { defineConfig } from '@playwright/test'
import { launchOptions } from './tests/browser.ts'
import {
  GUARD_JOURNEYS,
  LONG_JOURNEYS,
  LONGEST_JOURNEYS,
  PSEUDO_JOURNEYS,
  STATE_JOURNEYS,
} from './tests/long-journeys.ts'

/** Two workers, each with a site of its own. */
const WORKERS = 2
/**
 * Fixed, because every worker reads this file itself and must get the same addresses. Below the ports that the system
 * gives to connections, one of which could have it. A second checkout that runs journeys beside needs another.
 */
const FIRST_PORT = Number(process.env['JOURNEYS_PORT'] ?? 29_437)
const baseURL = `http://127.0.0.1:${FIRST_PORT + Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)}`
const NOT_SHORT = [...GUARD_JOURNEYS, ...PSEUDO_JOURNEYS, ...STATE_JOURNEYS, ...LONGEST_JOURNEYS, ...LONG_JOURNEYS]
const isNamed = (file: string) =>
  process.argv.slice(2).some((word) => word.includes(file) || (word.length > 2 && file.startsWith(word)))
// A file of them that is named is run without LONG_TESTS. For the workers too, which read this file and have other arguments.
if (PSEUDO_JOURNEYS.some(isNamed)) process.env['LONG_TESTS'] = 'pseudo'
else if (NOT_SHORT.some(isNamed)) process.env['LONG_TESTS'] ??= 'on'
if (process.env['LONG_TESTS'] === 'pseudo') process.env['BUILD_LANGUAGES'] = 'de-x-pseudo, ar-x-pseudo'
const { LONG_TESTS: set } = process.env
const PROJECTS = [
  { name: 'longest', testMatch: LONGEST_JOURNEYS },
  { name: 'long', testMatch: LONG_JOURNEYS },
  { name: 'guard', testMatch: GUARD_JOURNEYS },
  { name: 'states', testMatch: STATE_JOURNEYS },
  { name: 'pseudo', testMatch: PSEUDO_JOURNEYS },
  { name: 'journeys', testMatch: '*.spec.ts', testIgnore: NOT_SHORT },
]
/** The projects of each value of LONG_TESTS. */
const SETS: Record<string, string[]> = {
  on: PROJECTS.map(({ name }) => name).filter((name) => name !== 'pseudo'),
  guard: ['guard'],
  states: ['states'],
  pseudo: ['pseudo'],
  long: ['longest', 'long'],
}
const chosen = set === undefined ? ['journeys'] : SETS[set]
if (!chosen) throw new Error(`LONG_TESTS is ${set}, which is none of ${Object.keys(SETS).join(', ')}`)

export default defineConfig({
  testDir: './tests/journeys',
  globalSetup: './tests/start-site.ts',
  outputDir: './test-results',
  workers: WORKERS,
  projects: PROJECTS.filter(({ name }) => chosen.includes(name)),
  // CI machines may be slow: a test that fails once and passes then is named at the end.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  // A test ends when one of its steps takes too long, not because it has many of them on a slow machine.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./scripts/journeys-reporter.ts']],
  use: {
    browserName: 'chromium',
    baseURL,
    launchOptions: await launchOptions(),
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    // Each context would install it again. walk.spec and offline.spec have it.
    serviceWorkers: 'block',
    // axe would measure text that is fading in as text with low contrast.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    screenshot: 'off',
    trace: 'off',
    video: 'off',
  },
})
