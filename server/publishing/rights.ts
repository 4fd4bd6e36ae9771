import { sql } from 'kysely'
import type { Declaration, Declared, Rights } from '#contract/shapes/rights.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { readDigest } from '#server/platform/file-integrity/checksums.ts'
import type { Services } from '#server/platform/services.ts'

interface NewDeclaration {
  bookId: string
  rights: Rights
  /** The checksum of the file that the declaration is about. */
  sha256: Buffer
  /** Null for a handbook. */
  userId: string | null
}

/** Stores what is declared of a file of a book. The same declared again has the new time. */
export const declareRights = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  { bookId, rights, sha256, userId }: NewDeclaration,
): Promise<void> => {
  const latest = { declaredAt: now(), declaredBy: userId }
  await db
    .insertInto('rightsDeclarations')
    .values({ bookId, rights, sha256, ...latest })
    .onConflict((conflict) => conflict.columns(['bookId', 'sha256', 'rights']).doUpdateSet(latest))
    .execute()
}

/** The SHA-256 of a stored file. */
export const sha256OfStored = async ({ storage }: Pick<Services, 'storage'>, key: string): Promise<Buffer> =>
  (await readDigest(storage.read(key))).sha256

/** The latest declaration of a book; null if there is none. */
export const latestDeclaration = async (db: Database, bookId: string): Promise<Declared | null> => {
  const [latest] = await declarationsOf(db, bookId)
  return latest ? { rights: latest.rights, at: latest.at, isOfFile: latest.isOfFile } : null
}

/** All that was declared of a book's files, the latest first. */
export const declarationsOf = async (db: Database, bookId: string): Promise<Declaration[]> => {
  const rows = await db
    .selectFrom('rightsDeclarations as declared')
    .innerJoin('books', 'books.id', 'declared.bookId')
    .leftJoin('fileChecksums as file', 'file.name', 'books.pdf')
    .leftJoin('users', 'users.id', 'declared.declaredBy')
    .select(['declared.rights', 'declared.declaredAt as at', 'declared.sha256'])
    // The publisher of a book under a pen name is known by that to moderators too.
    .select(
      sql<string | null>`case
        when books.pen_name_id is not null and declared.declared_by = books.publisher_id then books.author
        else users.username end`.as('by'),
    )
    .select(sql<boolean>`coalesce(substr(sha256, 1, 16) = substr(sums, 5, 16), false)`.as('isOfFile'))
    .where('declared.bookId', '=', bookId)
    .orderBy('declared.declaredAt', 'desc')
    .$narrowType<{ rights: Rights }>()
    .execute()
  return rows.map(({ at, sha256, ...row }) => ({ ...row, at: at.toISOString(), sha256: sha256.toString('hex') }))
}
