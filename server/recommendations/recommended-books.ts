import { type RawBuilder, sql } from 'kysely'
import { SHELF } from '#contract/books.ts'
import type { RecommendedBook } from '#contract/recommendations.ts'
import { isShown } from '#server/books/is-shown.ts'
import { selectBooks, toBook } from '#server/books/book-serializer.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { type Candidate as Filling, fillPlaces } from './fill-places.ts'
import { isRecommendable, isUnread } from './is-recommendable.ts'
import { chooseBooks } from './little-seen.ts'
import type { CurrentModel } from './read-model.ts'
import { readTastes, type ReaderTaste, type ReaderTastes } from './read-tastes.ts'
import { findReasons, type Scored, scoreBooks } from './score-books.ts'

/** The minimum rating that counts as liking a book. */
export const LIKED_STARS = 4
/** Some of the best candidates fall out, being rated long ago, disliked or by the same author. */
const FIRST_CANDIDATES_PER_PLACE = 2
const CANDIDATES_PER_PLACE = 4
const MORE_CANDIDATES = 40

interface Candidate extends Filling {
  /** Its place in the model; absent for a book that fills the list. */
  number?: number
}

interface Wanted {
  /** Undefined for a visitor. */
  readerId: string | undefined
  limit: number
  /** Whether the fourth place goes to a book that few have seen. */
  hasSmallPlace: boolean
}

/** Recommended books, and the id of the one that has the place for books that few have seen. */
export interface Recommended {
  books: Described[]
  littleSeen: string | undefined
}

type Described = Omit<RecommendedBook, 'click'>

/**
 * Books for a reader, at most two by one author where there are enough others: from what they rated and began to read,
 * then the best of those genres, the best of all and the newest.
 */
export const recommendBooks = async (
  services: Services,
  { readerId, limit, hasSmallPlace }: Wanted,
): Promise<Recommended> => {
  const read = readerId === undefined ? NO_TASTES : await readTastes(services, readerId)
  const { model, tastes, isComplete } = read
  const { books: chosen, littleSeen } =
    readerId && model
      ? await chooseByTaste(services, { readerId, limit, hasSmallPlace }, { ...read, model })
      : { books: [] }
  if (chosen.length === limit) return { books: await describe(services, chosen, tastes), littleSeen }
  const idsOf = (some: ReaderTaste[]) => some.map(({ bookId }) => bookId)
  const liked = tastes.filter(({ stars }) => stars === undefined || stars >= LIKED_STARS)
  const filled = await fillPlaces<Candidate>(services, {
    readerId: readerId ?? null,
    limit,
    chosen,
    isComplete,
    known: idsOf(tastes),
    liked: idsOf(liked),
  })
  return { books: await describe(services, filled, tastes), littleSeen }
}

const NO_TASTES: ReaderTastes = { model: undefined, tastes: [], isComplete: true }

/** The best books for which the reader's own say something. More candidates are looked up only if the first are not enough. */
const chooseByTaste = async (
  services: Services,
  { readerId, limit, hasSmallPlace }: Wanted & { readerId: string },
  { model, tastes, isComplete }: ReaderTastes & { model: CurrentModel },
) => {
  const known = new Set(tastes.map(({ number }) => number))
  const most = limit * CANDIDATES_PER_PLACE + MORE_CANDIDATES
  const scored = scoreBooks(tastes, model, (book) => known.has(book), most)
  const littleSeen = hasSmallPlace ? scored.littleSeen : []
  const choose = async (best: Scored[]) => {
    const numbers = new Set([...best, ...littleSeen].map(({ book }) => book))
    const select = isComplete ? selectUnreadCandidates : selectCandidates
    const rows = await select(services.db, readerId, model.version, [...numbers])
    const byNumber = new Map(rows.map((row) => [row.number, row]))
    const toCandidates = (books: Scored[]) => books.flatMap(({ book }) => byNumber.get(book) ?? [])
    // The newest books are on every home page already.
    const lessNew = toCandidates(littleSeen).filter(({ isNewest }) => !isNewest)
    return chooseBooks<Candidate>(toCandidates(best), lessNew, limit)
  }
  const first = scored.best.slice(0, limit * FIRST_CANDIDATES_PER_PLACE)
  const chosen = await choose(first)
  return chosen.books.length === limit || first.length === scored.best.length ? chosen : choose(scored.best)
}

const candidatesWhere = (readerId: string, version: number, numbers: number[], condition: RawBuilder<boolean>) =>
  sql<Candidate & { number: number; isNewest: boolean }>`
    select influence.number, books.id, author, books.id in (
      select id from books where ${isShown} order by created_at desc, id desc limit ${sql.lit(SHELF)}
    ) as is_newest
    from unnest(${numbers}::int[]) as scored (number)
    join recommendation_influences as influence on version = ${version}::int and influence.number = scored.number
    join books on books.id = influence.book_id
    where ${isRecommendable(readerId)} and ${condition}`

const selectCandidates = preparedQuery((readerId: string, version: number, numbers: number[]) =>
  candidatesWhere(readerId, version, numbers, isUnread(readerId)),
)

/** Candidates that the reader is known not to have rated or begun. */
const selectUnreadCandidates = preparedQuery((readerId: string, version: number, numbers: number[]) =>
  candidatesWhere(readerId, version, numbers, sql<boolean>`true`),
)

/** Adds the fields of the books, and as a reason the rated book that the reader liked and that says most for each. */
const describe = async (
  { db, settings }: Services,
  chosen: Candidate[],
  tastes: ReaderTaste[],
): Promise<Described[]> => {
  if (chosen.length === 0) return []
  const numbers = chosen.flatMap(({ number }) => number ?? [])
  const reasonsByNumber = findReasons(
    numbers,
    tastes.filter(({ stars = 0 }) => stars >= LIKED_STARS),
  )
  const reasons = chosen.map(({ number }) => (number !== undefined && reasonsByNumber.get(number)?.bookId) || null)
  const ids = chosen.map(({ id }) => id)
  const rows = await selectDescribed(db, ids, reasons)
  const toDescribed = toBook(settings.filesOrigin)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ ...toDescribed(row), reason: row.reason }] : []
  })
}

/** A hidden book is no reason. */
const selectDescribed = preparedQuery((ids: string[], reasons: (string | null)[]) => ({
  compile: (db) =>
    selectBooks(db)
      .innerJoin(
        sql<{ bookId: string; reasonId: string | null }>`unnest(${ids}::uuid[], ${reasons}::uuid[])`.as<'chosen'>(
          sql`chosen (book_id, reason_id)`,
        ),
        'chosen.bookId',
        'books.id',
      )
      .select(
        sql<RecommendedBook['reason']>`(
          select json_build_object('_id', id, 'title', title) from books where id = reason_id and ${isShown}
        )`.as('reason'),
      )
      .compile(),
}))
