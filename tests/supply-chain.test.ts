import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '#package' with { type: 'json' }
import { isLicenceAllowed, type Lockfile, supplyChainFaults } from '#scripts/supply-chain.ts'

const LOCKFILE = join(import.meta.dirname, '../package-lock.json')
const INTEGRITY = 'sha512-8+9WqebbFzpX9OR=='

const faultsOf = (changed: object, name = 'new-package') =>
  supplyChainFaults(
    {
      packages: {
        '': { version: '0.1.0' },
        [`node_modules/${name}`]: { version: '1.0.0', integrity: INTEGRITY, license: 'MIT', ...changed },
      },
    },
    { builder: true, tracker: false },
  )

test('a package of the registry with a checksum and an allowed licence is accepted', () => {
  expect(faultsOf({})).toEqual([])
})

test.each([
  ['another host', { resolved: 'https://packages.example/new-package-1.0.0.tgz' }, /from the registry/],
  ['a repository', { resolved: 'git+ssh://git@code.example/new-package.git#1234567' }, /from the registry/],
  ['a folder', { link: true }, /from the registry/],
  ['no checksum', { integrity: undefined }, /checksum/],
  ['a weak checksum', { integrity: 'sha1-8+9WqebbFzpX9OR==' }, /checksum/],
  ['an install script', { hasInstallScript: true }, /install script/],
  ['a forbidden licence', { license: 'AGPL-3.0-only' }, /AGPL-3.0-only/],
  ['no licence', { license: undefined }, /no licence/],
])('a package is rejected with %s', (_what, changed, fault) => {
  expect(faultsOf(changed)).toEqual([expect.stringMatching(fault)])
})

test('a script that package.json allows or forbids is reviewed, and tools are under any licence', () => {
  expect([
    ...faultsOf({ hasInstallScript: true }, 'builder'),
    ...faultsOf({ hasInstallScript: true }, 'tracker'),
  ]).toEqual([])
  expect(faultsOf({ license: 'AGPL-3.0-only', dev: true })).toEqual([])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['(MIT AND GPL-3.0-only)', false],
  ['Apache-2.0 AND MIT', true],
  ['(MIT OR GPL-3.0-only) AND (GPL-3.0-only)', false],
  ['GPL-3.0-only AND (ISC OR MIT OR Zlib)', false],
  ['GPL-2.0-only OR GPL-3.0-only', false],
  ['LGPL-3.0-or-later', false],
  ['SEE LICENSE IN file', false],
  ['', false],
])('the licence %s is allowed: %s', (licence, allowed) => {
  expect(isLicenceAllowed(licence, 'new-package')).toBe(allowed)
})

test('every package of the lockfile is accepted', () => {
  const lockfile = JSON.parse(readFileSync(LOCKFILE, 'utf8')) as Lockfile
  expect(Object.keys(lockfile.packages).length).toBeGreaterThan(300)
  expect(supplyChainFaults(lockfile, manifest.allowScripts)).toEqual([])
})
