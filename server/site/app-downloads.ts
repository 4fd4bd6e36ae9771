import { sql } from 'kysely'
import type { Services } from '#server/platform/services.ts'

/** Counts one press on Download Now, and stores nothing about the visitor. */
export const countAppDownload = async ({ db, now }: Services): Promise<void> => {
  await sql`
    insert into app_downloads as kept (day, count) values (${now()}::date, 1)
    on conflict (day) do update set count = kept.count + 1`.execute(db)
}

export const appDownloads = async ({ db }: Services): Promise<number> => {
  const { total } = await db
    .selectFrom('appDownloads')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('count'), sql<number>`0`).as('total'))
    .executeTakeFirstOrThrow()
  return total
}
