import type { TestProject } from 'vitest/node'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { startTestCluster } from '#server/testing/test-database.ts'

/** Starts PostgreSQL, unless a script has started one for several runs: TEST_CLUSTER. */
export default async (project: TestProject) => {
  const given = process.env['TEST_CLUSTER']
  if (given) return project.provide('testCluster', JSON.parse(given) as DatabaseConfig)
  const { config, stop } = await startTestCluster()
  project.provide('testCluster', config)
  return stop
}
