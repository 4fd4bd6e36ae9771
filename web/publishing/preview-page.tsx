import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { isProblem } from '#contract/api/api-error.ts'
import { getOwnBook } from '#contract/calls/publishing.ts'
import type { EditedBook } from '#contract/publishing.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { query } from '#web/api/query.ts'
import article from '#web/books/book-article.module.css'
import { BookHeader, CategoryLink, Fact, Facts, FileFacts } from '#web/books/book-header.tsx'
import { Caption } from '#web/books/caption.tsx'
import { Head } from '#web/document/head.tsx'
import { BOOK } from '#web/messages/books.ts'
import { CHAPTERS } from '#web/messages/chapters.ts'
import { CO_AUTHOR_PREVIEW } from '#web/messages/co-authors.ts'
import { BOOK_PREVIEW } from '#web/messages/studio.ts'
import { useGuard } from '#web/session/guard.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import css from './preview-page.module.css'
import { SIGNS } from '#web/messages/signs.ts'

const Versions = optionalPart(async () => (await import('./versions.tsx')).Versions)

/** The page of a book as readers see it or will see it, for its author, and with its versions for its co-authors. */
export const Component = () => {
  const admitted = useGuard()
  const { id = '' } = useParams()
  const { data: book, error, refetch } = useQuery({ ...query(getOwnBook, { params: { id } }), enabled: admitted })
  if (error && !book)
    return (
      <div className="wrap">
        <Head title={BOOK_PREVIEW.title} />
        <h1 className="d2">{BOOK_PREVIEW.title}</h1>
        <ErrorNotice
          message={errorMessage(error, getOwnBook)}
          onRetry={isProblem(error, 'forbidden') || isProblem(error, 'not_found') ? undefined : () => void refetch()}
        />
      </div>
    )
  if (!book)
    return (
      <div className={css.waiting}>
        <Head title={BOOK_PREVIEW.title} />
        <Loading text={BOOK_PREVIEW.loading} />
      </div>
    )
  return (
    <article className={article.article}>
      <Head title={BOOK_PREVIEW.title} />
      <div className={`wrap ${css.bar}`} role="note">
        <p>
          <b>{BOOK_PREVIEW.title + SIGNS.end}</b>{' '}
          {book.mayChange
            ? BOOK_PREVIEW.text
            : CO_AUTHOR_PREVIEW[book.state === 'published' && !book.hidden ? 'published' : 'unseen']}
        </p>
        {book.mayChange ? (
          <ButtonLink to={`/books/${id}/edit`}>{BOOK_PREVIEW.edit}</ButtonLink>
        ) : (
          <>
            {book.takesChapters && <ButtonLink to={`/books/${id}/edit/chapters`}>{CHAPTERS.link}</ButtonLink>}
            <ButtonLink to="/profile">{CO_AUTHOR_PREVIEW.back}</ButtonLink>
          </>
        )}
      </div>
      <BookHeader
        book={withoutLinks(book)}
        readPath={`/read/${id}?preview`}
        facts={
          <Facts>
            <Fact name={BOOK.category}>
              <CategoryLink genre={book.genre} />
            </Fact>
            {/* Its file is here for reading alone. */}
            <FileFacts book={{ ...book, downloads: 'none' }} />
          </Facts>
        }
      />
      <div className={`wrap ${article.body}`}>
        <div className={article.caption}>
          <Caption book={book} />
        </div>
        <div className={`${article.comments} ${css.comments}`}>
          {book.state !== 'published' && <p className="muted">{BOOK_PREVIEW.comments}</p>}
          {!book.mayChange && (
            <div className={css.versions}>
              <Suspense>
                <Versions bookId={id} mayChange={false} />
              </Suspense>
            </div>
          )}
        </div>
      </div>
    </article>
  )
}

/** The pages of its co-authors may not exist before it is published, nor can readers' files be loaded. */
const withoutLinks = ({ coAuthors, ...book }: EditedBook): EditedBook => ({
  ...book,
  hasPageEpub: undefined,
  hasKepub: undefined,
  hasPaper: undefined,
  ...(coAuthors && { coAuthors: coAuthors.map((one) => ({ ...one, hasPage: false })) }),
})
