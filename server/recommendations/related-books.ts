import { sql } from 'kysely'
import { SHELF } from '#contract/books.ts'
import { Problem } from '#contract/api/problems.ts'
import { ALSO_LIKED } from '#contract/recommendations.ts'
import { isShown } from '#server/books/is-shown.ts'
import { booksInOrder } from '#server/books/book-serializer.ts'
import { nextInSeries } from '#server/books/series.ts'
import { bayesianRating } from '#server/books/top-rated.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { notDisliked } from './is-recommendable.ts'
import { limitAuthors } from './limit-authors.ts'
import { readModelBooks, readVersion } from './read-model.ts'
import { LIKED_STARS } from './recommended-books.ts'

/** Limits for authors with thousands of books and books with thousands of fans. */
const AUTHOR_CANDIDATES = 200
const FANS = 100
const LIKES_OF_A_FAN = 40
const LIKED_CANDIDATES = 40
/** The books for which the model says the most. */
const MODEL_CANDIDATES = 24
/** The best books of the genre, which fill the list; more than one author is likely to have among them. */
const GENRE_CANDIDATES = 24
/** The Bayesian rating of a book without ratings. */
const UNRATED = 3.5

/** The next book of its series, at most four others of the same author, and six that the readers of this book liked. */
export const relatedBooks = async (services: Services, id: string) => {
  const { db, settings } = services
  const [book] = await selectBook(db, id)
  if (!book) throw new Problem('bookNotFound')
  const [[next], ofAuthor, predicted] = await Promise.all([
    nextInSeries(db, id),
    sameAuthor(db, id, book.author),
    predictedBooks(services, id, book),
  ])
  const isOther = (found: { id: string }) => found.id !== next?.id
  const byAuthor = ofAuthor.filter(isOther).slice(0, SHELF)
  const chooseFrom = (found: Candidate[]) => limitAuthors(found.filter(isOther), ({ author }) => author, ALSO_LIKED)
  let alsoLiked = chooseFrom(predicted)
  if (alsoLiked.length < ALSO_LIKED) {
    const liked = await alsoLikedBooks(db, id, book.author, book.genre)
    const others = liked.filter((found) => !predicted.some(({ id }) => id === found.id))
    alsoLiked = chooseFrom([...predicted, ...others])
  }
  const ids = [...(next ? [next] : []), ...byAuthor, ...alsoLiked].map((found) => found.id)
  const books = await booksInOrder(db, ids, settings.filesOrigin)
  const byId = new Map(books.map((found) => [found._id, found]))
  const toBooks = (found: { id: string }[]) => found.flatMap(({ id }) => byId.get(id) ?? [])
  const [nextBook] = toBooks(next ? [next] : [])
  return { ...(nextBook && { nextInSeries: nextBook }), byAuthor: toBooks(byAuthor), alsoLiked: toBooks(alsoLiked) }
}

interface Candidate {
  id: string
  author: string
}

interface Found {
  author: string
  genre: string
  /** That of the last model that was trained, if there is one. */
  version: number | null
}

const selectBook = preparedQuery(
  (id: string) => sql<Found>`
    select author, genre, (select max(version) from recommendation_models) as version
    from books
    where id = ${id} and ${isShown}`,
)

/** The best rated first, with one to spare for the next of the series. */
const sameAuthor = preparedQuery(
  (id: string, author: string) => sql<{ id: string }>`
    select id
    from (
      select id, ranked_sum, ranked_count from books
      where author = ${author} and id <> ${id} and ${isShown}
      order by title, id
      limit ${sql.lit(AUTHOR_CANDIDATES)}
    ) own
    order by ${bayesianRating} desc, id desc
    limit ${sql.lit(SHELF + 1)}`,
)

/** The books of other authors for which a rating of this book says most. */
const predictedBooks = async ({ db }: Services, id: string, { author, version }: Found) => {
  const model = version === null ? undefined : await readVersion(db, version)
  if (!model) return []
  const [book] = await readModelBooks(db, model, [id])
  if (!book) return []
  const numbers = [...book.targets.subarray(0, MODEL_CANDIDATES)].filter((_, i) => book.weights[i]! > 0)
  return numbers.length > 0 ? selectPredicted(db, model.version, numbers, author) : []
}

const selectPredicted = preparedQuery(
  (version: number, numbers: number[], author: string) => sql<Candidate>`
    select books.id, books.author
    from unnest(${numbers}::int[]) with ordinality as predicted (number, place)
    join recommendation_influences as influence on version = ${version}::int and influence.number = predicted.number
    join books on books.id = influence.book_id
    where books.author <> ${author} and ${notDisliked} and ${isShown}
    order by place`,
)

/** For books that the model does not know well, other authors' books: first those that most fans of this book liked, then the best rated of its genre. */
const alsoLikedBooks = preparedQuery(
  (id: string, author: string, genre: string) => sql<Candidate>`
    with fans as (
      select user_id from ratings
      where book_id = ${id} and stars >= ${sql.lit(LIKED_STARS)} and ranked
      limit ${sql.lit(FANS)}
    ), liked as (
      select book_id, count(*) as fans
      from fans cross join lateral (
        select book_id from ratings
        where user_id = fans.user_id and stars >= ${sql.lit(LIKED_STARS)} and ranked
        limit ${sql.lit(LIKES_OF_A_FAN)}
      ) likes
      group by book_id
      order by fans desc, book_id
      limit ${sql.lit(LIKED_CANDIDATES)}
    ), best as (
      select book_id, 0 as fans from book_ranks
      where genre = ${genre} and rating > ${sql.lit(UNRATED)}
      order by rating desc, book_id desc
      limit ${sql.lit(GENRE_CANDIDATES)}
    ), candidates as (
      select book_id, max(fans) as fans
      from (select * from liked union all select * from best) both_ways
      group by book_id
    )
    select books.id, author
    from candidates join books on books.id = candidates.book_id
    where books.id <> ${id} and author <> ${author} and ${isShown}
    order by fans desc, ${bayesianRating} desc, books.id
    limit ${sql.lit(LIKED_CANDIDATES)}`,
)
