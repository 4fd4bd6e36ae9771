import { sql } from 'kysely'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { type CurrentModel, type ModelBook, NEWER_BOOK, readModelBooks, readVersion } from './read-model.ts'

/** A book that a reader rated or began to read, with what the model says of it. */
export interface ReaderTaste extends ModelBook {
  bookId: string
  /** Undefined for a book that was only begun. */
  stars: number | undefined
}

/** The latest ratings and begun books that are scored. */
const RATINGS = 500
const BEGUN = 50

export interface ReaderTastes {
  /** Undefined if none was trained, or the reader has neither rated nor begun a book. */
  model: CurrentModel | undefined
  /** What was rated, then what was begun, each the latest first. */
  tastes: ReaderTaste[]
  /** Whether these are all books that the reader rated or began. */
  isComplete: boolean
}

export const readTastes = async ({ db }: Services, readerId: string): Promise<ReaderTastes> => {
  const rows = await selectTastes(db, readerId)
  const version = rows[0]?.version ?? undefined
  const model = version === undefined ? undefined : await readVersion(db, version)
  const ids = rows.map(({ bookId }) => bookId)
  const books = model ? await readModelBooks(db, model, ids) : []
  const tastes = rows.map(({ bookId, stars }, i) => ({
    ...(books[i] ?? NEWER_BOOK),
    bookId,
    stars: stars ?? undefined,
  }))
  const begun = tastes.filter(({ stars }) => stars === undefined).length
  return { model, tastes, isComplete: begun < BEGUN && tastes.length - begun < RATINGS }
}

const selectTastes = preparedQuery(
  (readerId: string) => sql<{ version: number | null; bookId: string; stars: number | null }>`
    with model as materialized (
      select max(version) as version from recommendation_models
    ), rated as (
      select book_id, stars from ratings where user_id = ${readerId}::uuid order by rated_at desc limit ${sql.lit(RATINGS)}
    ), begun as (
      select book_id from reading_positions as position
      where user_id = ${readerId}::uuid
        and not exists (select from ratings where book_id = position.book_id and user_id = ${readerId}::uuid)
      order by read_at desc limit ${sql.lit(BEGUN)}
    )
    select version, book_id, stars from rated, model union all select version, book_id, null from begun, model`,
)
