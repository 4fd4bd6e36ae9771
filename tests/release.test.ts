import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '#package' with { type: 'json' }
import { VERSION } from '#server/platform/version.ts'

const ROOT = join(import.meta.dirname, '..')
const MIGRATIONS = join(ROOT, 'migrations')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('the version of package.json is that of the lock file, the server, the image and the last release in the changelog', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string
    packages: Record<string, { version: string }>
  }
  expect([lock.version, lock.packages['']?.version, VERSION]).toEqual(Array(3).fill(manifest.version))
  expect(/org\.opencontainers\.image\.version=(\S+)/.exec(read('Dockerfile'))?.[1]).toBe(manifest.version)
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings[0]).toBe('Unreleased')
  expect(headings[1]).toMatch(new RegExp(`^${manifest.version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)$`))
})

test('each release has a database that later versions upgrade in the tests', () => {
  const releases = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) /gm)].map(([, version]) => version)
  for (const version of releases)
    expect([version, existsSync(join(ROOT, `tests/upgrade/${version}.zip`))]).toEqual([version, true])
})

test('no migration of a release was rewritten', () => {
  const released = [...read('tests/upgrade/released-migrations.txt').matchAll(/^([\da-f]{64}) {2}(\S+)$/gm)]
  const listed = new Map(released.map(([, sum = '', name = '']) => [name, sum]))
  expect(listed.size).toBeGreaterThan(60)
  const sums = [...listed.keys()].map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(MIGRATIONS, name)))
      .digest('hex'),
  ])
  expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(listed))
  // A file that came in between would not be applied before those that are.
  const last = [...listed.keys()].sort().at(-1) ?? ''
  const names = readdirSync(MIGRATIONS).filter((name) => /^\d{4}_.*\.sql$/.test(name))
  expect(names.filter((name) => name <= last && !listed.has(name))).toEqual([])
})
