import { sql } from 'kysely'
import { BookAccessibility } from '#contract/shapes/book-accessibility.ts'
import type { BookDetail } from '#contract/books.ts'
import { Problem } from '#contract/api/problems.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { bookDetails } from './book-details.ts'
import { namedCoAuthors } from './co-authors.ts'
import { kepubSourceKey, pageEpubKey } from './page-epub.ts'
import { offeredPaperKey } from './paper.ts'
import { selectAllBooks, selectBooks, toBook } from './book-serializer.ts'
import { comingChapter, latestChapter } from './shown-chapters.ts'

const STARS = [1, 2, 3, 4, 5]

/** A book with the numbers of its ratings by stars, and for a reader the own rating and whether it is the reader's pen name. */
export const bookDetail = async (services: Services, id: string, readerId: string | undefined): Promise<BookDetail> => {
  const reading = services.singleFlight(`book ${id}`, () => readBook(services, id))
  if (readerId === undefined) return reading
  const [book, [own]] = await Promise.all([reading, selectPersonal(services.db, id, readerId)])
  return { ...book, ...(own?.stars && { userRating: own.stars }), ...(own?.isOwn && { isOwn: true }) }
}

const selectPersonal = preparedQuery(
  (id: string, readerId: string) => sql<{ stars: number | null; isOwn: boolean }>`
    select
      (select stars from ratings where book_id = ${id} and user_id = ${readerId}) as stars,
      exists (
        select from books where id = ${id} and publisher_id = ${readerId} and pen_name_id is not null
      ) as is_own`,
)

const detailsOf = (select: typeof selectBooks) =>
  preparedQuery((id: string) => ({
    compile: (db) =>
      select(db)
        .select(['pdfBytes', 'coverSeed', 'commentRule', 'accessibility', bookDetails, namedCoAuthors])
        .select([comingChapter, latestChapter, pageEpubKey.as('pageEpub'), offeredPaperKey.as('paper')])
        .select(kepubSourceKey.as('kepubSource'))
        .where('books.id', '=', id)
        .compile(),
  }))
const selectShownDetails = detailsOf(selectBooks)
export const selectAllDetails = detailsOf(selectAllBooks)

const countByStars = preparedQuery((id: string) => ({
  compile: (db) =>
    db
      .selectFrom('ratings')
      .select(({ fn }) => ['stars', fn.countAll<number>().as('count')])
      .where('bookId', '=', id)
      .where('isHidden', '=', false)
      .groupBy('stars')
      .compile(),
}))

/** Without the reader's own rating, from the books that are shown or from all. */
export const readBook = async (
  { db, settings }: Services,
  id: string,
  select = selectShownDetails,
): Promise<BookDetail> => {
  const [[row], byStars] = await Promise.all([select(db, id), countByStars(db, id)])
  if (!row) throw new Problem('bookNotFound')
  const counts = new Map(byStars.map(({ stars, count }) => [stars, count]))
  return {
    ...toBook(settings.filesOrigin)(row),
    ...row.details,
    fileBytes: row.pdfBytes,
    pdfBytes: row.pdfBytes,
    coverSeed: row.coverSeed,
    ...(row.commentRule !== 'open' && { commentRule: row.commentRule as BookDetail['commentRule'] }),
    ...(row.accessibility !== null && { accessibility: BookAccessibility.parse(row.accessibility) }),
    ...(row.pageEpub !== null && { hasPageEpub: true as const }),
    ...(row.kepubSource !== null && row.details.downloads !== 'none' && { hasKepub: true as const }),
    ...(row.paper !== null && { hasPaper: true as const }),
    ...(row.coAuthors && { coAuthors: row.coAuthors }),
    ...(row.comingChapter && { comingChapter: row.comingChapter }),
    ...(row.latestChapter && { latestChapter: row.latestChapter }),
    ratings: STARS.map((stars) => counts.get(stars) ?? 0),
  }
}
