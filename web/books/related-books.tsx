import { useQuery } from '@tanstack/react-query'
import { listComments } from '#contract/calls/comments.ts'
import { ALSO_LIKED } from '#contract/values/recommendations.ts'
import { relatedBooks } from '#contract/calls/recommendations.ts'
import { query } from '#web/api/query.ts'
import { RELATED } from '#web/messages/related-books.ts'
import { SERIES } from '#web/messages/series.ts'
import { Shelf } from './shelf.tsx'
import type { BooksQuery } from './shelf.tsx'

/** Related books, if there are any. Shown after the comments above have loaded, so that nothing moves. */
export const RelatedBooks = ({ bookId }: { bookId: string }) => {
  const comments = useQuery(query(listComments, { params: { id: bookId } }))
  const related = useQuery(query(relatedBooks, { params: { id: bookId } }))
  if (comments.isPending || related.isPending) return null
  if (!related.data) return <Strip title={RELATED.more} query={{ ...related, data: undefined }} />
  const { nextInSeries, byAuthor, alsoLiked } = related.data
  return (
    <>
      {nextInSeries && <Strip title={SERIES.next} query={{ ...related, data: [nextInSeries] }} />}
      {byAuthor.length > 0 && <Strip title={RELATED.byAuthor} query={{ ...related, data: byAuthor }} />}
      {alsoLiked.length > 0 && <Strip title={RELATED.alsoLiked} query={{ ...related, data: alsoLiked }} />}
    </>
  )
}

const Strip = ({ title, query: books }: { title: string; query: BooksQuery }) => (
  <Shelf title={title} query={books} call={relatedBooks} loading="" empty="" count={ALSO_LIKED} />
)
