import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { getBook, getBookPdf, viewBook } from '#contract/books.ts'
import { isProblem } from '#contract/problems.ts'
import { api } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { wordsFor } from '#web/api/words-for.ts'
import { useGuard } from '#web/session/guard.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Head } from '#web/document/head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { NO_SESSION } from '#web/words/site.ts'
import { READING } from '#web/words/reading.ts'
import { Opening } from './opening.tsx'
import css from './read-page.module.css'
import { Reader } from './reader.tsx'

/** Nothing but the book: opened in its own tab by Read Now. */
export const Component = () => {
  const { id = '' } = useParams()
  const isMember = useGuard()
  const session = useSession()
  return (
    <main id="main" className={css.room} tabIndex={-1}>
      <Head title={READING.title} />
      {session.status === 'failed' ? (
        <Desk>
          <ErrorNotice message={NO_SESSION} onRetry={session.retry} />
        </Desk>
      ) : isMember ? (
        <Book id={id} />
      ) : (
        <div className={css.desk}>
          <Opening />
        </div>
      )}
    </main>
  )
}

const Book = ({ id }: { id: string }) => {
  useView(id)
  const book = useQuery(query(getBook, { params: { id } }))
  // The link works for hours: asking again would load the whole book again.
  const link = useQuery({ ...query(getBookPdf, { params: { id } }), staleTime: Infinity, refetchOnReconnect: false })
  const error = book.error ?? link.error
  if (error) {
    const retry = () => void Promise.all([book.refetch(), link.refetch()])
    return <Failed error={error} onRetry={isProblem(error, 'not_found') ? undefined : retry} />
  }
  if (!book.data || !link.data) {
    return (
      <div className={css.desk}>
        <Opening />
      </div>
    )
  }
  return (
    <>
      <Head title={book.data.title} />
      <Reader book={book.data} url={link.data.pdfUrl} onRetry={() => void link.refetch()} />
    </>
  )
}

const Failed = ({ error, onRetry }: { error: Error; onRetry: (() => void) | undefined }) => (
  <Desk>
    <h1>{onRetry ? READING.shut : READING.missing}</h1>
    <ErrorNotice
      message={isProblem(error, 'not_found') ? error.message : wordsFor(error, getBookPdf)}
      onRetry={onRetry}
    >
      <ButtonLink kind="quiet" to="/library">
        {READING.library}
      </ButtonLink>
    </ErrorNotice>
  </Desk>
)

const Desk = ({ children }: { children: ReactNode }) => (
  <div className={css.desk}>
    <div className={css.card}>{children}</div>
  </div>
)

/** Counts that the book is being looked at. A view that gets lost is not the reader's concern. */
const useView = (id: string) => {
  const counted = useRef('')
  useEffect(() => {
    if (counted.current === id) return
    counted.current = id
    api(viewBook, { params: { id } }).catch(() => undefined)
  }, [id])
}
