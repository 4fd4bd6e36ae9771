/** What may be installed: packages of the registry, with checksums, allowed licences and install scripts. */

interface LockedPackage {
  version: string
  resolved?: string
  integrity?: string
  license?: string
  hasInstallScript?: boolean
  dev?: boolean
  link?: boolean
}

export interface Lockfile {
  packages: Record<string, LockedPackage>
}

const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'ISC',
  'MPL-2.0',
  'OFL-1.1',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'PostgreSQL',
])

/** Reviewed one by one: docs/decisions/044-licences-and-install-scripts.md. */
const EXCEPTIONS = [
  { licence: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/ },
  { licence: 'Python-2.0', packages: /^argparse$/ },
  { licence: 'PSF-2.0', packages: /^argparse$/ },
  { licence: 'Zlib', packages: /^pako$/ },
]

/** The packages of the lockfile, each with its name, as `npm ci` installs them. */
export const packagesIn = ({ packages }: Lockfile) =>
  Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => ({ ...locked, name: path.slice(path.lastIndexOf('node_modules/') + 13) }))

/** Whether a package may be shipped under this licence: an SPDX expression of names, AND and OR, without inner brackets. */
export const isLicenceAllowed = (licence: string, name: string): boolean => {
  const expression = licence.replace(/^\(([^()]*)\)$/, '$1')
  if (/[()]/.test(expression)) return false
  return expression
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => ALLOWED.has(part) || isException(part, name)))
}

const isException = (licence: string, name: string) =>
  EXCEPTIONS.some((exception) => exception.licence === licence && exception.packages.test(name))

/** One line for each rule that a package breaks. */
export const supplyChainFaults = (lockfile: Lockfile, allowScripts: Record<string, boolean>): string[] =>
  packagesIn(lockfile).flatMap(({ name, version, resolved, integrity, license, hasInstallScript, dev, link }) => {
    const faults = {
      // npm leaves the address out for packages of the configured registry.
      [`comes from ${resolved ?? 'a folder'}, not from the registry`]: resolved !== undefined || link === true,
      'has no SHA-512 checksum': !integrity?.startsWith('sha512-'),
      'has an install script that package.json neither allows nor forbids': hasInstallScript && !(name in allowScripts),
      [`is shipped under ${license ?? 'no licence'}, which is not allowed`]:
        !dev && !isLicenceAllowed(license ?? '', name),
    }
    return Object.entries(faults)
      .filter(([, isFound]) => isFound)
      .map(([fault]) => `${name}@${version} ${fault}`)
  })
