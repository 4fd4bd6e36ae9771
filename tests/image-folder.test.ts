import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the image is filled with all that the Dockerfile copies, and takes no more than it may', () => {
  const options = { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/measure-image.ts', '--folder'], options)
  expect([status, stderr]).toEqual([0, ''])
  const [, all, image] = /but those of tests: (\d+) MB; the image: (\d+) MB/.exec(stdout) ?? []
  expect(Number(image)).toBeGreaterThan(100)
  expect(Number(image)).toBeLessThan(Number(all) / 2)
})
