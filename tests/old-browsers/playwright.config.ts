import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '#playwright'
import { launchOptions } from '#tests/browser.ts'

/** The path of each engine that run.ts has fetched, by its name. */
const engines = JSON.parse(process.env['OLD_ENGINES'] ?? '{}') as Record<string, string>
const root = join(import.meta.dirname, '../..')

/** As the journeys run in the current engine, one after the other in each of the old ones. */
export default defineConfig({
  ...base,
  testDir: '.',
  outputDir: join(root, 'test-results/old-browsers'),
  globalSetup: join(root, 'tests/start-site.ts'),
  reporter: [['list'], [join(root, 'scripts/journeys-reporter.ts')]],
  workers: 1,
  projects: await Promise.all(
    Object.entries(engines).map(async ([name, path]) => ({
      name,
      use: { launchOptions: await launchOptions(Promise.resolve(path)) },
    })),
  ),
})
