import { type RawBuilder, sql } from 'kysely'
import { GENRES } from '#contract/shapes/genres.ts'
import { isShown } from '#server/books/is-shown.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { isRecommendable, isUnread, notDisliked } from './is-recommendable.ts'
import { limitAuthors } from './limit-authors.ts'

/** Best rated books of each genre, of all, and new books: what places are filled from. */
const CANDIDATES = 200
/** Some of the first candidates fall out, being the reader's own, dismissed or by the same author. */
const FIRST_CANDIDATES_PER_PLACE = 2
/** How soon new ratings count here. What is published or hidden counts at once. */
const REMEMBERED_MS = 10_000

export interface Candidate {
  id: string
  author: string
}

interface Filler {
  id: string
  /** Null for the best of all genres and for the newest, which follow those of the genres that a reader likes. */
  genre: string | null
}

interface Places<T> {
  /** Null for a visitor. */
  readerId: string | null
  limit: number
  chosen: T[]
  /** What the reader rated or began. */
  known: string[]
  /** Those whose genres come first. */
  liked: string[]
  /** Whether `known` has all of them. */
  isComplete: boolean
}

/**
 * Fills the places after the chosen books: with the best of the genres that the reader likes, the best of all and the
 * newest. Which these are is the same for all readers and remembered; whether this reader may get them is asked each time.
 */
export const fillPlaces = async <T extends Candidate>(
  services: Services,
  { readerId, limit, chosen, known, liked, isComplete }: Places<T>,
): Promise<(T | Candidate)[]> => {
  const [fillers, genres] = await Promise.all([readFillers(services), genresOf(services.db, liked)])
  const taken = new Set([...known, ...chosen.map(({ id }) => id)])
  const suits = ({ id, genre }: Filler) => !taken.has(id) && (genre === null || genres.has(genre))
  const ids = [...new Set(fillers.filter(suits).map(({ id }) => id))]
  const select = isComplete ? selectUnread : selectAny
  const firstEnd = limit * FIRST_CANDIDATES_PER_PLACE
  const first = [...chosen, ...(await select(services.db, readerId, ids.slice(0, firstEnd)))]
  const limited = limitAuthors(first, ({ author }) => author, limit)
  if (limited.length === limit || ids.length <= firstEnd) return withOthers(limited, first, limit)
  const all = [...first, ...(await select(services.db, readerId, ids.slice(firstEnd)))]
  return withOthers(
    limitAuthors(all, ({ author }) => author, limit),
    all,
    limit,
  )
}

/** In a library of few authors, further books by them are better than empty places. */
const withOthers = <T>(limited: T[], all: T[], limit: number) =>
  [...limited, ...all.filter((book) => !limited.includes(book))].slice(0, limit)

const remembered = new WeakMap<Services['db'], { readAt: number; version: number; fillers: Filler[] }>()

const readFillers = async (services: Services): Promise<Filler[]> => {
  const { db, cache, singleFlight } = services
  const find = () => {
    const last = remembered.get(db)
    const isFresh = last?.version === cache.dropVersion('lists') && performance.now() - last.readAt < REMEMBERED_MS
    return isFresh ? last.fillers : undefined
  }
  const read = async () => {
    const begun = { readAt: performance.now(), version: cache.dropVersion('lists') }
    const fillers = await selectFillers(db, [...GENRES])
    remembered.set(db, { ...begun, fillers })
    return fillers
  }
  return find() ?? singleFlight('recommendation fillers', async () => find() ?? read())
}

/** Those of the genres first, then the best of all, then the newest. */
const selectFillers = preparedQuery(
  (genres: readonly string[]) => sql<Filler>`
    with candidates as (
      select book_id, genre, 0 as tier, rating
      from unnest(${genres}::text[]) as known (name) cross join lateral (
        select book_id, genre, rating from book_ranks
        where book_ranks.genre = name
        order by rating desc, book_id desc limit ${sql.lit(CANDIDATES)}
      ) as best
      union all (
        select book_id, null, 1, rating from book_ranks where is_rated
        order by rating desc, book_id desc limit ${sql.lit(CANDIDATES)}
      )
      union all (
        select id, null, 2, 0 from books where ${isShown} order by created_at desc, id desc limit ${sql.lit(CANDIDATES)}
      )
    )
    select id, candidates.genre
    from candidates join books on books.id = book_id
    where ${isShown} and ${notDisliked}
    order by tier, rating desc, created_at desc, id desc`,
)

const genresOf = async (db: Services['db'], ids: string[]) =>
  new Set(ids.length === 0 ? [] : (await selectGenres(db, ids)).map(({ genre }) => genre))

const selectGenres = preparedQuery(
  (ids: string[]) => sql<{ genre: string }>`select distinct genre from books where id = any(${ids}::uuid[])`,
)

const fillersWhere = (readerId: string | null, ids: string[], condition: RawBuilder<boolean>) =>
  sql<Candidate>`
    select id, author
    from unnest(${ids}::uuid[]) with ordinality as filler (filler_id, place) join books on books.id = filler_id
    where ${isRecommendable(readerId)} and ${condition}
    order by place`

/** Fillers that the reader is known not to have rated or begun. */
const selectUnread = preparedQuery((readerId: string | null, ids: string[]) =>
  fillersWhere(readerId, ids, sql<boolean>`true`),
)

const selectAny = preparedQuery((readerId: string | null, ids: string[]) =>
  fillersWhere(readerId, ids, isUnread(readerId)),
)
