import { sql } from 'kysely'
import { isShown } from '#server/books/is-shown.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import type { LittleSeen } from './little-seen.ts'
import type { Popular, Taste } from './score-books.ts'

/** The current model: what all requests need of it. */
export interface CurrentModel {
  version: number
  popular: Popular
  littleSeen: LittleSeen
}

/** A book that a reader rated or began, with its place in the model. */
export interface ReaderTaste extends Taste {
  bookId: string
  genre: string
  /** Null while it is hidden. */
  title: string | null
  /** Undefined for a book that is newer than the model. */
  number: number | undefined
}

/** The latest ratings and begun books that are scored. */
const RATINGS = 500
const BEGUN = 50

const lastRead = new WeakMap<Services['db'], CurrentModel>()

/** The last model that was trained, if there is one. */
export const readModel = async ({ db, singleFlight }: Services): Promise<CurrentModel | undefined> => {
  const [last] = await singleFlight('recommendation model', () => selectVersion(db))
  return last && readVersion(db, last.version)
}

/** A model never changes, so it is read once. */
const readVersion = async (db: Services['db'], version: number): Promise<CurrentModel | undefined> => {
  const known = lastRead.get(db)
  if (known?.version === version) return known
  const [model] = await selectModel(db, version)
  if (!model) return undefined
  const { popular, popularity, littleSeen } = model
  const current = { version, popular: toInfluence(popular, popularity), littleSeen: new Uint8Array(littleSeen) }
  lastRead.set(db, current)
  return current
}

const selectVersion = preparedQuery(
  () => sql<{ version: number }>`select version from recommendation_models order by version desc limit 1`,
)

const selectModel = preparedQuery(
  (version: number) => sql<{ popular: Buffer; popularity: Buffer; littleSeen: Buffer }>`
    select popular, popularity, little_seen from recommendation_models where version = ${version}::int`,
)

/** What a reader rated, then what they began to read, each the latest first; and the model, if there are any. */
export const readTastes = async ({ db }: Services, readerId: string) => {
  const rows = await selectTastes(db, readerId)
  const version = rows[0]?.version ?? undefined
  const model = version === undefined ? undefined : await readVersion(db, version)
  const tastes = rows.map(({ bookId, genre, title, stars, number, targets, weights }): ReaderTaste => ({
    ...{ bookId, genre, title },
    stars: stars ?? undefined,
    number: number ?? undefined,
    ...toInfluence(targets, weights),
  }))
  return { model, tastes }
}

interface TasteRow {
  version: number | null
  bookId: string
  genre: string
  title: string | null
  stars: number | null
  number: number | null
  targets: Buffer | null
  weights: Buffer | null
}

const selectTastes = preparedQuery(
  (readerId: string) => sql<TasteRow>`
    with model as materialized (
      select max(version) as version from recommendation_models
    ), rated as (
      select book_id, stars from ratings where user_id = ${readerId}::uuid order by rated_at desc limit ${sql.lit(RATINGS)}
    ), begun as (
      select book_id from reading_positions as position
      where user_id = ${readerId}::uuid
        and not exists (select from ratings where book_id = position.book_id and user_id = ${readerId}::uuid)
      order by read_at desc limit ${sql.lit(BEGUN)}
    ), tastes as (
      select book_id, stars from rated union all select book_id, null from begun
    )
    select (select version from model), tastes.book_id, genre, case when ${isShown} then title end as title, stars, number, targets, weights
    from tastes
    join books on books.id = tastes.book_id
    left join recommendation_influences as influence
      on influence.version = (select version from model) and influence.book_id = tastes.book_id`,
)

/** What a rating of this book says for others; nothing for a book that is newer than the model. */
export const readInfluence = async ({ db }: Services, bookId: string, version: number) => {
  const [row] = await selectInfluence(db, bookId, version)
  return toInfluence(row?.targets ?? null, row?.weights ?? null)
}

const selectInfluence = preparedQuery(
  (bookId: string, version: number) => sql<{ targets: Buffer; weights: Buffer }>`
    select targets, weights from recommendation_influences where version = ${version}::int and book_id = ${bookId}::uuid`,
)

const toInfluence = (targets: Buffer | null, weights: Buffer | null) => ({
  targets: targets ? new Int32Array(...alignedBytes(targets)) : NO_TARGETS,
  weights: weights ? new Float32Array(...alignedBytes(weights)) : NO_WEIGHTS,
})

const NO_TARGETS = new Int32Array()
const NO_WEIGHTS = new Float32Array()

/** Where the numbers of some bytes are. They are copied only if they begin where no number can. */
const alignedBytes = (bytes: Buffer): [buffer: ArrayBuffer, offset: number, length: number] => {
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return [buffer as ArrayBuffer, byteOffset, length / 4]
}
