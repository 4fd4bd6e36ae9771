import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql, type UpdateObject } from 'kysely'
import { unreadableReason } from '#server/formats/book-format.ts'
import { EDITION_VERSION } from '#server/formats/edition-version.ts'
import { formatOf, type InspectFile, manuscriptKeyOf, newFileKey, openBookInspector } from '#server/formats/formats.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { workThrough } from '#server/platform/jobs/work-through.ts'
import type { Services } from '#server/platform/services.ts'
import { READ_TEXTS_JOB, replaceBookText } from '#server/book-texts/read-book-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { toAccessColumns, withNewFiles } from './book-files.ts'

export const REMAKE_EDITIONS_JOB = 'remake-editions'

/** Longer than a book takes. The process that makes it may have been killed. */
const claimed = sql<Date>`now() + interval '10 minutes'`

/** The EPUBs with an earlier edition whose text is read, so that places can be carried over. */
const outdated = sql`
  book_texts join books on books.id = book_texts.book_id and books.pdf = book_texts.pdf
  where books.format = 'epub' and edition_version < ${EDITION_VERSION} and is_read`

/** How many books have an edition that was made by earlier rules. */
export const countOutdatedEditions = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${outdated}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Makes the editions again that were made by earlier rules, one after another and slowly, until an administrator stops it.
 * The version of the book stays the same; places of readers and comments are carried over to the same words.
 */
export const remakeEditions = async (services: Services, stopping: AbortSignal): Promise<void> => {
  if ((await countOutdatedEditions(services.db)) === 0) return
  const { db, jobs, invalidate } = services
  const { inspect, close } = openBookInspector()
  const update = ({ id, pdf }: Claimed, change: UpdateObject<Tables, 'bookTexts'>) =>
    db.updateTable('bookTexts').set(change).where('bookId', '=', id).where('pdf', '=', pdf).execute()
  try {
    await workThrough(services, stopping, {
      name: 'the making of an edition by the latest rules',
      claim: async () => ((await readSiteSettings(services)).remakeEditions === 'on' ? await claimBook(db) : undefined),
      work: async (book) => {
        await replaceEdition(services, inspect, book)
        jobs.runSoon(READ_TEXTS_JOB)
        invalidate([`book:${book.id}`])
      },
      postpone: (book, editionClaimedUntil) => update(book, { editionClaimedUntil }),
      // A file that is refused by now keeps the edition that it has.
      lasting: { reasonOf: unreadableReason, giveUp: (book) => update(book, { editionVersion: EDITION_VERSION }) },
      about: ({ id }) => ({ bookId: id }),
      rest: 3,
    })
  } finally {
    close()
  }
}

interface Claimed {
  id: string
  pdf: string
}

const claimBook = async (db: Database): Promise<Claimed | undefined> => {
  const { rows } = await sql<Claimed>`
    update book_texts set edition_claimed_until = ${claimed}
    where id = (
      select book_texts.id from ${outdated} and edition_claimed_until < now()
      order by edition_version, book_texts.id limit 1
      for update of book_texts skip locked
    )
    returning book_id as id, pdf`.execute(db)
  return rows[0]
}

/** Under new keys: who reads the book now has the files of before, until the sweep removes them. */
const replaceEdition = async (services: Services, inspect: InspectFile, { id, pdf }: Claimed) => {
  const { storage, now } = services
  const path = join(storage.tempFolder, randomUUID())
  const [edition, manuscript] = [`${path}.edition`, `${path}.manuscript`]
  try {
    await pipeline(storage.read(pdf), createWriteStream(path))
    const manuscriptKey = manuscriptKeyOf(pdf)
    if (manuscriptKey) await pipeline(storage.read(manuscriptKey), createWriteStream(manuscript))
    const { pageCount, accessibility } = await inspect(path, { firstPage: false, advice: false, edition, caller: id })
    const key = newFileKey(formatOf(pdf), { isMade: manuscriptKey !== undefined })
    await withNewFiles(
      services,
      { book: { key, path, edition, manuscript: manuscriptKey && manuscript }, cover: undefined },
      async ({ db }) => {
        const isSame = await db
          .selectFrom('books')
          .select('id')
          .where('id', '=', id)
          .where('pdf', '=', pdf)
          .forUpdate()
          .executeTakeFirst()
        if (!isSame) throw new ReplacedError()
        await replaceBookText(db, id, key, now())
        const columns = { pdf: key, pageCount }
        const access = toAccessColumns({ accessibility })
        await db
          .updateTable('books')
          .set({ ...columns, ...access })
          .where('id', '=', id)
          .execute()
        await db
          .updateTable('bookVersions')
          .set({ ...columns, accessibility: access.accessibility })
          .where('bookId', '=', id)
          .where('pdf', '=', pdf)
          .execute()
      },
    )
  } catch (error) {
    // It has another file, whose edition is new, or is deleted.
    if (!(error instanceof ReplacedError)) throw error
  } finally {
    await Promise.all([path, edition, manuscript].map((file) => rm(file, { force: true })))
  }
}

class ReplacedError extends Error {}
