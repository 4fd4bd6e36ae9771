import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { getBook, getBookFile, viewBook } from '#contract/calls/books.ts'
import { getChapterFile } from '#contract/calls/chapters.ts'
import { getPremiumFile } from '#contract/calls/premium.ts'
import { getOwnBook, getOwnBookFile } from '#contract/calls/publishing.ts'
import { isProblem } from '#contract/api/api-error.ts'
import { listReading } from '#contract/calls/reading.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf, prefetch, query } from '#web/api/query.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { prepareKeptFile, useKeptFile, useKeptUpdates, useStoredUser } from '#web/offline/use-kept-file.ts'
import { openedBookId, takeEarlyLink } from '#web/session/early-file.ts'
import { useGuard } from '#web/session/guard.tsx'
import { fileVersionOf, readKeptBook } from '#web/session/kept-books.ts'
import { storedUserId } from '#web/session/stored-account.ts'
import { type Session, useHasToken, useSession } from '#web/session/use-session.ts'
import { Head } from '#web/document/head.tsx'
import { useSite } from '#web/document/site.tsx'
import { WithoutScripts } from '#web/document/without-scripts.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { KEPT_BOOKS } from '#web/messages/kept-books.ts'
import { NO_SESSION } from '#web/messages/site.ts'
import { READING } from '#web/messages/reading.ts'
import css from './read-page.module.css'
import { formatNamed, formatOfFile } from './formats.ts'
import { ReaderLoading } from './reader-loading.tsx'
import { Reader } from './reader.tsx'

// The title and the cover are public: the server sends them, and the browser shows them before its first script.
export const loader = prefetch(({ id = '' }, search) =>
  search.has('preview') ? [] : [query(getBook, { params: { id } })],
)

// In the browser that opened this page, not in one that prefetches its module.
if (openedBookId) {
  prepareKeptFile(openedBookId)
  formatNamed(document.querySelector<HTMLElement>('[data-format]')?.dataset['format']).prepare()
}

/**
 * The reader page, which Read Now opens in a new tab. A premium book has `?premium` in its address and is open to everyone,
 * the author's preview of a book has `?preview`.
 */
export const Component = () => (useSearchParams()[0].has('preview') ? <Preview /> : <PublishedBook />)

const PublishedBook = () => {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const session = useSession()
  const isPremium = search.has('premium')
  useGuard(!isPremium)
  const userId = userIdOf(session)
  const isKept = Boolean(userId && readKeptBook(userId, id))
  useStoredUser(session.user?._id, id)
  return (
    <main id="main" className={css.room} tabIndex={-1}>
      <Head title={READING.title} />
      <WithoutScripts />
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

/** A book that is not published, or a chapter of one with `?chapter`, as its author tries it: without an account's places and marks. */
const Preview = () => {
  const { id = '' } = useParams()
  const admitted = useGuard()
  usePreloaded()
  const book = useQuery({ ...query(getOwnBook, { params: { id } }), enabled: admitted })
  const chapterId = useSearchParams()[0].get('chapter')
  const asked =
    chapterId === null
      ? query(getOwnBookFile, { params: { id } })
      : query(getChapterFile, { params: { id, chapterId } })
  const link = useQuery({ ...asked, enabled: admitted, staleTime: Infinity })
  const error = book.error ?? link.error
  const retry = () => void Promise.all([book.refetch(), link.refetch()])
  return (
    <main id="main" className={css.room} tabIndex={-1}>
      <Head title={book.data?.title || READING.title} />
      {error ? (
        <Failed error={error} onRetry={isProblem(error, 'not_found') ? undefined : retry} />
      ) : book.data ? (
        <Reader
          book={book.data}
          bookPath={`/books/${id}/preview`}
          file={link.data}
          source={link.data?.url}
          userId={null}
          fileVersion={fileVersionOf(link.data?.url ?? '')}
          onRetry={() => void link.refetch()}
        />
      ) : (
        <div className={css.center}>
          <ReaderLoading />
        </div>
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
  const call = isOpenToAll ? getPremiumFile : getBookFile
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
  const { wasKept, kept, file } = keptFile
  // A file on this device may be of another format than the one that is in the library by now.
  const known = book.data ?? kept?.book
  const format = file && kept ? formatOfFile(kept.file) : known?.format
  const shown = useMemo(() => known && { ...known, format: format ?? known.format }, [known, format])
  usePreloaded(format ?? known?.format)
  const gone = [book.error, link.error].find((each) => isProblem(each, 'not_found'))
  const url = link.data?.url
  useKeptUpdates(keptFile, { isGone: gone !== undefined, url })
  if (wasKept && gone) return <Failed error={gone} note={KEPT_BOOKS.withdrawn} />
  const isOpenable = shown !== undefined && (file !== null || link.data !== undefined)
  const error = isOpenable ? null : (book.error ?? link.error)
  if (error) {
    const retry = () => void Promise.all([book.refetch(), link.refetch()])
    return <Failed error={error} format={shown?.format} onRetry={isProblem(error, 'not_found') ? undefined : retry} />
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
        file={link.data}
        source={file === null ? url : file}
        userId={userId}
        fileVersion={fileVersionOf((file === null ? url : kept?.file) ?? '')}
        onRetry={() => void link.refetch()}
      />
    </>
  )
}

/** On the server: lets the page load what shows a book of this format at once. */
const usePreloaded = (format?: BookDetail['format']) => {
  useSite().modules?.push(formatNamed(format).module)
}

interface FailedProps {
  error: Error
  format?: BookDetail['format'] | undefined
  onRetry?: (() => void) | undefined
  /** Shown after the error. */
  note?: string
}

const Failed = ({ error, format, onRetry, note }: FailedProps) => (
  <Desk>
    <h1>{onRetry ? READING.openFailed : READING.missing}</h1>
    <ErrorNotice
      message={[
        isProblem(error, 'not_found')
          ? translateSentence(error.message)
          : errorMessage(error, formatNamed(format).opening),
        note,
      ]
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
    api(viewBook, { params: { id }, query: { from: otherSite() } }).catch(() => undefined)
  }, [id, isOpen])
}

/** The host of the other site that led to this tab, or to the page that opened it. */
const otherSite = () => {
  try {
    const opener = window.opener as Window | null
    const { host } = new URL((opener ?? window).document.referrer)
    return host === location.host ? undefined : host
  } catch {
    // None, or the opener is another site.
    return undefined
  }
}

/** Invalidates the reading list when the reader is left. */
const useInvalidateReadingList = () => {
  const client = useQueryClient()
  useEffect(() => () => void client.invalidateQueries({ queryKey: keyOf(listReading) }), [client])
}
