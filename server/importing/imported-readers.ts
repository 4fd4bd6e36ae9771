import { sql } from 'kysely'
import { Username } from '#contract/accounts.ts'
import { findFreeUsername } from '#server/accounts/free-username.ts'
import type { Services } from '#server/platform/services.ts'

/** The name of readers whose own name nobody may have here. */
const UNNAMED = 'Imported reader'
const TRIES = 20

/** The ids of the accounts that stand for the readers of an export, by their names. Those that are missing are added. */
export const importedReaders = async (
  services: Pick<Services, 'db' | 'now'>,
  exportId: string,
  names: ReadonlySet<string>,
): Promise<Map<string, string>> => {
  const known = await readReaders(services, exportId, [...names])
  for (const name of names) if (!known.has(name)) known.set(name, await addReader(services, { exportId, name }))
  return known
}

const readReaders = async ({ db }: Pick<Services, 'db'>, exportId: string, names: string[]) => {
  const rows = await db
    .selectFrom('importedReaders')
    .select(['name', 'userId'])
    .where('exportId', '=', exportId)
    .where(sql<boolean>`name = any(${names}::text[])`)
    .execute()
  return new Map(rows.map(({ name, userId }) => [name, userId]))
}

/** Books in hand at the same time may name the same reader. */
const addReader = async (
  services: Pick<Services, 'db' | 'now'>,
  { exportId, name }: { exportId: string; name: string },
): Promise<string> => {
  const wanted = Username.safeParse(name).data ?? UNNAMED
  for (let tries = 0; tries < TRIES; tries += 1) {
    const username = tries === 0 ? wanted : ((await findFreeUsername(services, wanted)) ?? wanted)
    const added = await insertReader(services, { exportId, name, username }).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== '23505') throw error
      return undefined
    })
    if (added !== undefined) return added
    const other = (await readReaders(services, exportId, [name])).get(name)
    if (other !== undefined) return other
  }
  throw new Error(`No name is free for the reader ${name}`)
}

/** A guest without a session. */
const insertReader = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  { exportId, name, username }: { exportId: string; name: string; username: string },
) => {
  const { rows } = await sql<{ userId: string }>`
    with added as (
      insert into users (username, guest, created_at) values (${username}, true, ${now()}) returning id
    )
    insert into imported_readers (user_id, export_id, name) select id, ${exportId}::uuid, ${name} from added
    returning user_id`.execute(db)
  return rows[0]?.userId
}
