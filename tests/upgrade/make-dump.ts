// Writes tests/upgrade/VERSION.zip, the backup of a site of this version with rows in every table, when a release is cut:
// node tests/upgrade/make-dump.ts
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { writeBackup } from '#server/backup/write-backup.ts'
import { withCluster } from '#server/testing/test-database.ts'
import { openTestSite } from '#server/testing/test-site.ts'
import { fillSite } from './fill-site.ts'
import manifest from '#package' with { type: 'json' }

const folder = await mkdtemp(join(tmpdir(), 'quillhouse-dump-'))
await withCluster(async (cluster) => {
  const site = await openTestSite({ cluster })
  try {
    await site.startJobs()
    await fillSite(site)
    await site.jobsDone()
    await writeBackup({ database: site.database.config, storage: site.services.storage }, folder)
  } finally {
    await site.close()
  }
})
const { tables } = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')) as { tables: Record<string, number> }
const empty = Object.keys(tables).filter((name) => tables[name] === 0)
if (empty.length > 0) {
  console.error(`These tables are empty: ${empty.join(', ')}`)
  process.exitCode = 1
}
const paths = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
const files = await Promise.all(
  paths.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name)
    return [path.slice(folder.length + 1), await readFile(path)] as const
  }),
)
const target = join(import.meta.dirname, `${manifest.version}.zip`)
await writeFile(target, zipSync(Object.fromEntries(files), { level: 9 }))
await rm(folder, { recursive: true })
console.log(`${target}: ${files.length} files, ${Object.keys(tables).length} tables`)
process.exit()
