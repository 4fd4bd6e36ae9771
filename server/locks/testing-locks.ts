import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestSite } from '#server/testing/test-site.ts'

/** Waits until another transaction of this site waits for a lock. */
export const untilSomeoneWaitsForLock = async ({ services }: TestSite): Promise<void> => {
  await expect
    .poll(
      async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          services.db,
        )
        return rows.length
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0)
}
