// Writes server/platform/database/tables.ts from migrations/: node scripts/derive-tables.ts
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '#server/platform/database/connect.ts'
import { deriveTables } from '#server/platform/database/derive-tables.ts'
import { createTestDatabase, withCluster } from '#server/platform/testing-database.ts'

const tables = await withCluster(async (cluster) => {
  const { config } = await createTestDatabase(cluster)
  const { pool, close } = connect(config, console)
  return deriveTables(pool).finally(close)
})
await writeFile(join(import.meta.dirname, '..', 'server/platform/database/tables.ts'), tables)
