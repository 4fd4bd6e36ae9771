import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { getBook, getBookPdf, viewBook } from '#contract/calls/books.ts'
import { getPremiumBook, getPremiumPdf } from '#contract/calls/premium.ts'
import { isProblem } from '#contract/api-error.ts'
import { listReading } from '#contract/calls/reading.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf, query } from '#web/api/query.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useGuard } from '#web/session/guard.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Head } from '#web/document/head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { NO_SESSION } from '#web/messages/site.ts'
import { READING } from '#web/messages/reading.ts'
import css from './read-page.module.css'
import { Reader, ReaderLoading } from './reader.tsx'

/** The reader page, which Read Now opens in a new tab. A premium book has `?premium` in its address and is open to everyone. */
export const Component = () => {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const session = useSession()
  const isOpenToAll = search.has('premium') && session.status === 'visitor'
  return (
    <main id="main" className={css.room} tabIndex={-1}>
      <Head title={READING.title} />
      {session.status === 'failed' ? (
        <Desk>
          <ErrorNotice message={NO_SESSION} onRetry={session.retry} />
        </Desk>
      ) : isOpenToAll ? (
        <Book key={id} id={id} calls={PREMIUM} bookPath={`/book/premium/${id}`} userId={undefined} />
      ) : session.status === 'member' ? (
        <Book key={id} id={id} calls={MEMBERS} bookPath={`/books/${id}`} userId={session.user._id} />
      ) : search.has('premium') ? (
        <PageLoading />
      ) : (
        <Guarded />
      )}
    </main>
  )
}

/** Redirects a visitor to the login page. */
const Guarded = () => {
  useGuard()
  return <PageLoading />
}

const PageLoading = () => (
  <div className={css.center}>
    <ReaderLoading />
  </div>
)

const MEMBERS = { book: getBook, pdf: getBookPdf }
const PREMIUM = { book: getPremiumBook, pdf: getPremiumPdf }

interface BookProps {
  id: string
  calls: typeof MEMBERS | typeof PREMIUM
  bookPath: string
  userId: string | undefined
}

const Book = ({ id, calls, bookPath, userId }: BookProps) => {
  useCountView(id)
  useInvalidateReadingList()
  const params = { id }
  const book = useQuery(calls === MEMBERS ? query(getBook, { params }) : query(getPremiumBook, { params }))
  const linkQuery = calls === MEMBERS ? query(getBookPdf, { params }) : query(getPremiumPdf, { params })
  // The link is valid for hours, and a new link would load the whole file again.
  const link = useQuery({ ...linkQuery, staleTime: Infinity, refetchOnReconnect: false })
  const error = book.data && link.data ? null : (book.error ?? link.error)
  if (error) {
    const retry = () => void Promise.all([book.refetch(), link.refetch()])
    return <Failed error={error} onRetry={isProblem(error, 'not_found') ? undefined : retry} />
  }
  if (!book.data || !link.data) return <PageLoading />
  return (
    <>
      <Head title={book.data.title} />
      <Reader
        book={book.data}
        bookPath={bookPath}
        url={link.data.pdfUrl}
        userId={userId}
        onRetry={() => void link.refetch()}
      />
    </>
  )
}

const Failed = ({ error, onRetry }: { error: Error; onRetry: (() => void) | undefined }) => (
  <Desk>
    <h1>{onRetry ? READING.openFailed : READING.missing}</h1>
    <ErrorNotice
      message={isProblem(error, 'not_found') ? error.message : errorMessage(error, getBookPdf)}
      onRetry={onRetry}
    >
      <ButtonLink kind="quiet" to="/library">
        {READING.library}
      </ButtonLink>
    </ErrorNotice>
  </Desk>
)

const Desk = ({ children }: { children: ReactNode }) => (
  <div className={css.center}>
    <div className={css.card}>{children}</div>
  </div>
)

/** Counts a view of the book. Errors are ignored. */
const useCountView = (id: string) => {
  const counted = useRef('')
  useEffect(() => {
    if (counted.current === id) return
    counted.current = id
    api(viewBook, { params: { id } }).catch(() => undefined)
  }, [id])
}

/** Invalidates the reading list when the reader is left. */
const useInvalidateReadingList = () => {
  const client = useQueryClient()
  useEffect(() => () => void client.invalidateQueries({ queryKey: keyOf(listReading) }), [client])
}
