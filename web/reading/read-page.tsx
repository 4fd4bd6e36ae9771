import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { getBook, getBookPdf, viewBook } from '#contract/calls/books.ts'
import { getPremiumPdf } from '#contract/calls/premium.ts'
import { isProblem } from '#contract/api-error.ts'
import { listReading } from '#contract/calls/reading.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf, prefetch, query } from '#web/api/query.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { prepareKeptFile, useKeptFile, useKeptUpdates, useStoredUser } from '#web/offline/use-kept-file.ts'
import { openedBookId, takeEarlyLink } from '#web/session/early-file.ts'
import { useGuard } from '#web/session/guard.tsx'
import { readKeptBook } from '#web/session/kept-books.ts'
import { storedUserId } from '#web/session/stored-account.ts'
import { type Session, useHasToken, useSession } from '#web/session/use-session.ts'
import { Head } from '#web/document/head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { KEPT_BOOKS } from '#web/messages/kept-books.ts'
import { NO_SESSION } from '#web/messages/site.ts'
import { READING } from '#web/messages/reading.ts'
import css from './read-page.module.css'
import { preparePdfJs } from './load-pdf.ts'
import { ReaderLoading } from './reader-loading.tsx'
import { Reader } from './reader.tsx'
import { loadViewer } from './show-pages.ts'

// The title and the cover are public: the server sends them, and the browser shows them before its first script.
export const loader = prefetch(({ id = '' }) => [query(getBook, { params: { id } })])

// In the browser that opened this page, not in one that prefetches its module.
if (openedBookId) {
  preparePdfJs()
  prepareKeptFile(openedBookId)
  loadViewer().catch(() => undefined)
}

/** The reader page, which Read Now opens in a new tab. A premium book has `?premium` in its address and is open to everyone. */
export const Component = () => {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const session = useSession()
  const isPremium = search.has('premium')
  useGuard(!isPremium)
  const userId = userIdOf(session)
  const isKept = Boolean(userId && readKeptBook(userId, id))
  useStoredUser(session.user?._id, id)
  return (
    <main id="main" className={css.room} tabIndex={-1} data-reader>
      <Head title={READING.title} />
      {session.status === 'failed' && !isKept ? (
        <Desk>
          <ErrorNotice message={NO_SESSION} onRetry={session.retry} />
        </Desk>
      ) : (
        <Book key={id} id={id} isOpenToAll={isPremium && session.status === 'visitor'} userId={userId} />
      )}
    </main>
  )
}

/** Null for a visitor, undefined until the session is loaded, unless this browser knows whose it is. */
const userIdOf = ({ status, user }: Session) => {
  if (status === 'visitor') return null
  return user?._id ?? (status === 'unknown' ? undefined : storedUserId())
}

interface BookProps {
  id: string
  isOpenToAll: boolean
  userId: string | null | undefined
}

const Book = ({ id, isOpenToAll, userId }: BookProps) => {
  useInvalidateReadingList()
  const params = { id }
  const book = useQuery(query(getBook, { params }))
  const hasToken = useHasToken()
  const call = isOpenToAll ? getPremiumPdf : getBookPdf
  const link = useQuery({
    ...query(call, { params }),
    enabled: hasToken || isOpenToAll,
    queryFn: async () => (await takeEarlyLink(id)) ?? api(call, { params }),
    // The link is valid for hours, and a new link would load the whole file again.
    staleTime: Infinity,
    refetchOnReconnect: false,
  })
  useCountView(id, link.data !== undefined)
  const keptFile = useKeptFile(id)
  const { kept, file } = keptFile
  const gone = [book.error, link.error].find((each) => isProblem(each, 'not_found'))
  const url = link.data?.pdfUrl
  useKeptUpdates(keptFile, { isGone: gone !== undefined, url })
  if (kept && gone) return <Failed error={gone} note={KEPT_BOOKS.withdrawn} />
  const shown = book.data ?? kept?.book
  const isOpenable = shown !== undefined && (file !== null || link.data !== undefined)
  const error = isOpenable ? null : (book.error ?? link.error)
  if (error) {
    const retry = () => void Promise.all([book.refetch(), link.refetch()])
    return <Failed error={error} onRetry={isProblem(error, 'not_found') ? undefined : retry} />
  }
  if (!shown)
    return (
      <div className={css.center}>
        <ReaderLoading />
      </div>
    )
  return (
    <>
      <Head title={shown.title} />
      <Reader
        book={shown}
        bookPath={isOpenToAll ? `/book/premium/${id}` : `/books/${id}`}
        url={url}
        source={file === null ? url : file}
        userId={userId}
        onRetry={() => void link.refetch()}
      />
    </>
  )
}

interface FailedProps {
  error: Error
  onRetry?: (() => void) | undefined
  /** Shown after the error. */
  note?: string
}

const Failed = ({ error, onRetry, note }: FailedProps) => (
  <Desk>
    <h1>{onRetry ? READING.openFailed : READING.missing}</h1>
    <ErrorNotice
      message={[isProblem(error, 'not_found') ? error.message : errorMessage(error, getBookPdf), note]
        .filter(Boolean)
        .join(' ')}
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

/** Counts a view of the book once it may be read. Errors are ignored. */
const useCountView = (id: string, isOpen: boolean) => {
  const counted = useRef('')
  useEffect(() => {
    if (!isOpen || counted.current === id) return
    counted.current = id
    api(viewBook, { params: { id } }).catch(() => undefined)
  }, [id, isOpen])
}

/** Invalidates the reading list when the reader is left. */
const useInvalidateReadingList = () => {
  const client = useQueryClient()
  useEffect(() => () => void client.invalidateQueries({ queryKey: keyOf(listReading) }), [client])
}
