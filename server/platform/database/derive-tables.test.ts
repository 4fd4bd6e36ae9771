import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { connect } from './connect.ts'
import { deriveSchema } from './derive-schema.ts'
import { deriveTables } from './derive-tables.ts'

const { config, drop } = await createTestDatabase()
const { pool, close } = connect(config, { warn: () => undefined } as never)
afterAll(async () => {
  await close()
  await drop()
})

test.each([
  ['server/platform/database/tables.ts', deriveTables],
  ['migrations/schema.sql', deriveSchema],
])('%s is derived from the migrations', async (path, derive) => {
  const written = await readFile(join(import.meta.dirname, '../../..', path), 'utf8')
  expect(written, 'run: node scripts/derive-tables.ts').toBe(await derive(pool))
})
