import type pg from 'pg'
import { DatabaseSetupError } from './database-setup-error.ts'

const MIN_VERSION = 180_000

/** Run before the migrations, which need PostgreSQL 18. */
export const requirePostgres18 = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  )
  if ((rows[0]?.number ?? 0) >= MIN_VERSION) return
  throw new DatabaseSetupError(`PostgreSQL 18 or newer is needed, the server at DATABASE_URL is ${rows[0]?.version}.`)
}

/** Run after the migrations, which install pg_trgm. */
export const requireTrigrams = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ count: number }>(`select cardinality(show_trgm('محال')) as count`)
  if (rows[0]?.count) return
  throw new DatabaseSetupError(
    "Search would find no Arabic or Japanese: create the database with encoding UTF8 and locale C.UTF-8 or another that isn't C.",
  )
}
