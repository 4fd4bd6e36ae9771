import type { TestProject } from 'vitest/node'
import { startTestCluster } from '#server/platform/testing-database.ts'

export default async (project: TestProject) => {
  const { config, stop } = await startTestCluster()
  project.provide('testCluster', config)
  return stop
}
