import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { jsonSchemas } from '#server/exporting/export-format.ts'

/** Writes the published JSON schemas of exports to docs/export, as each export has them. */
for (const [path, schema] of jsonSchemas()) {
  const to = join(import.meta.dirname, '../docs/export', path)
  await mkdir(dirname(to), { recursive: true })
  await writeFile(to, schema)
}
