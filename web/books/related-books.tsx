import { useQuery } from '@tanstack/react-query'
import { SHELF } from '#contract/books.ts'
import { listComments } from '#contract/comments.ts'
import { relatedBooks } from '#contract/recommendations.ts'
import { query } from '#web/api/query.ts'
import { BOOK } from '#web/messages/books.ts'
import { Shelf } from './shelf.tsx'
import type { AskedBooks } from './shelf.tsx'

/** Where to go on from a book; nothing where there is nothing. Below the comments, so it waits until they stand. */
export const RelatedBooks = ({ bookId }: { bookId: string }) => {
  const comments = useQuery(query(listComments, { params: { id: bookId } }))
  const related = useQuery(query(relatedBooks, { params: { id: bookId } }))
  if (comments.isPending || related.isPending) return null
  if (!related.data) return <Strip title={BOOK.related} asked={{ ...related, data: undefined }} />
  const { byAuthor, alsoLiked } = related.data
  return (
    <>
      {byAuthor.length > 0 && <Strip title={BOOK.byAuthor} asked={{ ...related, data: byAuthor }} />}
      {alsoLiked.length > 0 && <Strip title={BOOK.alsoLiked} asked={{ ...related, data: alsoLiked }} />}
    </>
  )
}

const Strip = ({ title, asked }: { title: string; asked: AskedBooks }) => (
  <Shelf title={title} asked={asked} call={relatedBooks} loading="" empty="" count={SHELF} />
)
