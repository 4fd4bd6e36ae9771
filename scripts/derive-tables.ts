// Writes server/platform/database/tables.ts and migrations/schema.sql from migrations/: node scripts/derive-tables.ts
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '#server/platform/database/connect.ts'
import { deriveSchema } from '#server/platform/database/derive-schema.ts'
import { deriveTables } from '#server/platform/database/derive-tables.ts'
import { createTestDatabase, withCluster } from '#server/testing/test-database.ts'

const [tables, schema] = await withCluster(async (cluster) => {
  const { config } = await createTestDatabase(cluster)
  const { pool, close } = connect(config, console)
  return Promise.all([deriveTables(pool), deriveSchema(pool)]).finally(close)
})
const root = join(import.meta.dirname, '..')
await writeFile(join(root, 'server/platform/database/tables.ts'), tables)
await writeFile(join(root, 'migrations/schema.sql'), schema)
