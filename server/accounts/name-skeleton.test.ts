import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import unhomoglyph from 'unhomoglyph'
import confusables from 'unhomoglyph/data.json' with { type: 'json' }
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Username } from '#contract/accounts.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { connect } from '#server/platform/database/connect.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations')
const LAST_BEFORE = '0009_admin.sql'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let connected: ReturnType<typeof connect>

beforeAll(async () => {
  database = await createTestDatabase()
  connected = connect(database.config, createLog('silent'))
})
afterAll(async () => {
  await connected.close()
  await database.drop()
})

test('the database gives each character of a username the prototype that Unicode gives it', async () => {
  const characters = Object.keys(confusables).filter((character) => Username.safeParse(`abcd${character}e`).success)
  expect(characters.length).toBeGreaterThan(4000)
  const expected = characters.map((character) =>
    unhomoglyph(character.normalize('NFKC').normalize('NFD'))
      .normalize('NFD')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, ''),
  )
  const { rows } = await sql<{ skeleton: string }>`
    select coalesce(name_skeleton(character), '') as skeleton
    from unnest(${characters}::text[]) with ordinality as characters (character, place)
    order by place`.execute(connected.db)
  const wrong = characters.filter((_, i) => rows[i]?.skeleton !== expected[i])
  expect(wrong).toEqual([])
})

test('accounts whose names look alike already stay, and the oldest has the name', async () => {
  const empty = await createTestDatabase()
  const client = new pg.Client(empty.config)
  await client.connect()
  try {
    await client.query('drop schema public cascade; create schema public')
    await migrate(empty.config, MIGRATIONS, LAST_BEFORE)
    const names = ['Admin', '\u0410dmin', 'Somebody']
    for (const [day, name] of names.entries())
      await client.query(
        `insert into users (username, email, password_hash, created_at) values ($1, $2, 'x', now() + $3 * interval '1 day')`,
        [name, `${day}@example.org`, day],
      )
    await migrate(empty.config, MIGRATIONS)
    const { rows } = await client.query(
      'select username, lower_skeleton is not null as has from users order by created_at',
    )
    expect(rows).toEqual([
      { username: 'Admin', has: true },
      { username: '\u0410dmin', has: false },
      { username: 'Somebody', has: true },
    ])
    const rename = (from: string, to: string) =>
      client.query('update users set username = $2 where username = $1', [from, to])
    await expect(rename('Somebody', 'Adm\u0456n')).rejects.toThrow('users_by_typed_skeleton')
    await rename('\u0410dmin', 'Another')
  } finally {
    await client.end()
    await empty.drop()
  }
})
