import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Circle, CircleCheckBig } from 'lucide'
import { useState } from 'react'
import type { BookDetail } from '#contract/books.ts'
import { listComments } from '#contract/calls/comments.ts'
import { relatedBooks } from '#contract/calls/recommendations.ts'
import { keyOf, query } from '#web/api/query.ts'
import { BookCard } from '#web/books/book-card.tsx'
import { textAttributes } from '#web/books/text-attributes.ts'
import { CommentForm } from '#web/comments/comment-form.tsx'
import { RatingStars } from '#web/ratings/rating-stars.tsx'
import { SHELVED } from '#web/messages/shelves.ts'
import { useHasToken, useSession } from '#web/session/use-session.ts'
import { useShelved } from '#web/shelves/use-shelved.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RELATED } from '#web/messages/related-books.ts'
import { COMMENT_FORM } from '#web/messages/comment-form.ts'
import { CLOSING } from '#web/messages/closing.ts'
import { SERIES } from '#web/messages/series.ts'
import css from './closing-page.module.css'
import { LANGUAGE } from '#web/messages/language.ts'

interface ClosingPageProps {
  book: BookDetail
  bookPath: string
}

const SIZES = '(max-width: 47.9rem) 42vw, 9rem'
const NEXT = 3

/** After the last page: 'Finished' with stars, the next book of the series, others of the author, what readers also liked, and a comment. */
export const ClosingPage = ({ book, bookPath }: ClosingPageProps) => {
  const related = useQuery(query(relatedBooks, { params: { id: book._id } }))
  const isMember = useHasToken()
  const base = isMember ? '/book/' : '/books/'
  const { nextInSeries: next, byAuthor = [], alsoLiked = [] } = related.data ?? {}
  const shelves = [
    { title: RELATED.byAuthor, books: byAuthor },
    { title: RELATED.alsoLiked, books: alsoLiked },
  ].filter(({ books }) => books.length > 0)
  return (
    <article className={css.closing} dir={LANGUAGE.direction} aria-labelledby="closing" data-own-keys>
      <header>
        <p className="muted">{CLOSING.end}</p>
        <h2 id="closing" className="d1" {...textAttributes(book.title, book.language)}>
          {book.title}
        </h2>
        {isMember && (
          <div className={css.stars}>
            <Finished bookId={book._id} />
            <RatingStars book={book} />
          </div>
        )}
      </header>
      {next && (
        <section aria-label={SERIES.next}>
          <h3 dir="auto">{book.series ? SERIES.nextIn(book.series.name) : SERIES.next}</h3>
          <ul>
            <BookCard book={next} base={base} sizes={SIZES} level="h3" />
          </ul>
          {isMember && (
            <ButtonLink kind="strong" to={`/read/${next._id}`}>
              {SERIES.readNext}
            </ButtonLink>
          )}
        </section>
      )}
      {shelves.map(({ title, books }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <ul>
            {books.slice(0, NEXT).map((one) => (
              <BookCard key={one._id} book={one} base={base} sizes={SIZES} level="h3" />
            ))}
          </ul>
        </section>
      ))}
      {isMember && <Comment book={book} />}
      <p>
        <ButtonLink kind="quiet" to={bookPath}>
          {CLOSING.book}
        </ButtonLink>
      </p>
    </article>
  )
}

/** Puts the book among those that the reader has finished; pressed again, it is taken off. */
const Finished = ({ bookId }: { bookId: string }) => {
  const shelved = useShelved(useSession().user?._id, bookId)
  const isFinished = typeof shelved?.finishedAt === 'string'
  return (
    <Button
      kind={isFinished ? 'plain' : 'strong'}
      aria-pressed={isFinished}
      busy={!shelved || shelved.isBusy}
      onClick={() => shelved?.change({ isFinished: !isFinished })}
    >
      <Icon of={isFinished ? CircleCheckBig : Circle} />
      {SHELVED.finished}
    </Button>
  )
}

const Comment = ({ book }: { book: BookDetail }) => {
  const client = useQueryClient()
  const [isPosted, setPosted] = useState(false)
  const onPosted = () => {
    setPosted(true)
    void client.invalidateQueries({ queryKey: keyOf(listComments) })
  }
  return (
    <div>
      <CommentForm book={book} onPosted={onPosted} />
      {isPosted && <p aria-hidden="true">{COMMENT_FORM.posted}</p>}
    </div>
  )
}
