/**
 * Writes what the product is made of, as CycloneDX 1.6 and as a list of licences, and checks where it comes from:
 * npm run sbom [FOLDER]
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import manifest from '#package' with { type: 'json' }
import { type Lockfile, packagesIn, supplyChainFaults } from './supply-chain.ts'

interface Component {
  name: string
  version: string
}

interface Bom {
  metadata: { component: Component }
  components: Component[]
}

const ROOT = join(import.meta.dirname, '..')
/** With the tools of development, which it marks: without them npm omits shipped packages that tools use too. */
const NPM_SBOM = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']

const folder = resolve(process.argv[2] ?? join(ROOT, 'sbom'))
const lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile
const shipped = packagesIn(lockfile).filter(({ dev }) => !dev)
const faults = supplyChainFaults(lockfile, manifest.allowScripts)

const written = execFileSync('npm', NPM_SBOM, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
const bom = JSON.parse(written) as Bom
// npm writes CycloneDX 1.5, all of whose fields are in 1.6, and names the project after its folder.
const current = { ...bom, $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json', specVersion: '1.6' }
bom.metadata.component.name = manifest.name
const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`))
for (const { name, version } of packagesIn(lockfile))
  if (!listed.has(`${name}@${version}`)) faults.push(`${name}@${version} is not in the SBOM`)

const byLicence = Map.groupBy(shipped, ({ license }) => license ?? 'no licence')
const licences = [...byLicence].toSorted().map(([licence, packages]) => {
  const names = [...new Set(packages.map(({ name, version }) => `${name}@${version}`))].toSorted()
  return `${licence} (${names.length})\n${names.map((name) => `  ${name}\n`).join('')}`
})

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'quillhouse.cdx.json'), `${JSON.stringify(current, null, 2)}\n`)
writeFileSync(join(folder, 'licences.txt'), licences.join('\n'))

for (const fault of faults) console.log(`BAD  ${fault}`)
const bad = new Set(faults.map((fault) => fault.split(' ', 1)[0])).size
console.log(`${listed.size} components in ${folder}`)
console.log(`${packagesIn(lockfile).length - bad} passed, ${bad} failed`)
process.exitCode = bad > 0 ? 1 : 0
