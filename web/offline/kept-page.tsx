import { decimal, grouped } from '#web/messages/counts.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { isProblem } from '#contract/api/api-error.ts'
import { getBook } from '#contract/calls/books.ts'
import { query } from '#web/api/query.ts'
import { Head } from '#web/document/head.tsx'
import { KEPT_BOOKS } from '#web/messages/kept-books.ts'
import { useGuard } from '#web/session/guard.tsx'
import { keptBookIds, onKeptBooksChange, readKeptBook } from '#web/session/kept-books.ts'
import type { KeptBook } from '#web/session/kept-books.ts'
import { canKeepFiles, openKeptFile } from '#web/session/kept-files.ts'
import { storeUserId, storedUserId } from '#web/session/stored-account.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { keepBook, removeKeptBook } from './keep-book.ts'
import { useLastLoaded, useLoaded } from '#web/ui/use-loaded.ts'
import css from './kept-page.module.css'
import { SIGNS } from '#web/messages/signs.ts'

/** The books that are kept on this device. The service worker caches this page, so it has no data of the server. */
export const Component = () => {
  const isMember = useGuard()
  const isHydrated = useHydrated()
  const { user } = useSession()
  const userId = isMember && isHydrated ? (user?._id ?? storedUserId()) : undefined
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className={`wrap ${css.page}`}>
      <Head title={KEPT_BOOKS.title} />
      <h1 ref={heading} className="d2" tabIndex={-1}>
        {KEPT_BOOKS.title}
      </h1>
      {userId &&
        (canKeepFiles() ? (
          <KeptBooks key={userId} userId={userId} onRemoved={() => heading.current?.focus()} />
        ) : (
          <p>{KEPT_BOOKS.unsupported}</p>
        ))}
    </div>
  )
}

const KeptBooks = ({ userId, onRemoved }: { userId: string; onRemoved: () => void }) => {
  const ids = useSyncExternalStore(
    onKeptBooksChange,
    () => keptBookIds(userId).join(),
    () => '',
  )
  const [gone, setGone] = useState<string[]>([])
  const room = useRoom(ids)
  const kept = ids.split(',').flatMap((id) => readKeptBook(userId, id) ?? [])
  const hasBooks = kept.length > 0
  useEffect(() => {
    if (hasBooks) storeUserId(userId)
  }, [hasBooks, userId])
  const onGone = (book: KeptBook['book']) => {
    setGone((titles) => [...titles, book.title])
    void removeKeptBook(userId, book._id)
  }
  return (
    <>
      <div role="status">
        {gone.map((title) => (
          <Notice key={title}>{KEPT_BOOKS.gone(title)}</Notice>
        ))}
      </div>
      {hasBooks ? (
        <>
          <p className="prose">{KEPT_BOOKS.text}</p>
          {room?.isPersisted === false && <p className="prose muted">{KEPT_BOOKS.mayBeCleared}</p>}
          <ul className={css.list}>
            {kept.map((one) => (
              <Row key={one.book._id} userId={userId} kept={one} onGone={onGone} onRemoved={onRemoved} />
            ))}
          </ul>
          <p className="muted">
            {KEPT_BOOKS.total(kept.length, megabytesOf(kept.reduce((sum, { bytes }) => sum + bytes, 0)))}
            {SIGNS.stop}
            {room && KEPT_BOOKS.room(megabytesOf(room.free))}
          </p>
        </>
      ) : (
        <>
          <p className="prose">
            {KEPT_BOOKS.none} {KEPT_BOOKS.noneText}
          </p>
          <p>
            <ButtonLink to="/library">{KEPT_BOOKS.library}</ButtonLink>
          </p>
        </>
      )}
    </>
  )
}

interface RowProps {
  userId: string
  kept: KeptBook
  onGone: (book: KeptBook['book']) => void
  /** The button that was pressed is gone. */
  onRemoved: () => void
}

const Row = ({ userId, kept: { book, bytes }, onGone, onRemoved }: RowProps) => {
  const toast = useToast()
  const { _id: id, title, author, imageColor } = book
  const isCleared = useIsCleared(userId, id)
  const { error } = useQuery(query(getBook, { params: { id } }))
  const isGone = isProblem(error, 'not_found')
  useEffect(() => {
    if (isGone) onGone(book)
    // oxlint-disable-next-line react/exhaustive-deps -- Once, when the server says it.
  }, [isGone])
  const again = useMutation({
    mutationFn: () => keepBook(userId, book),
    onError: () => toast.bad(KEPT_BOOKS.keepFailed),
  })
  return (
    <li className={css.book}>
      <span className={css.cloth} style={{ backgroundColor: imageColor }} />
      <div className={css.words}>
        <h2 className={css.title}>
          <Link to={`/read/${id}`} dir="auto" aria-label={KEPT_BOOKS.read(title)}>
            {title}
          </Link>
        </h2>
        <p className="muted">
          <span dir="auto">{author}</span>
          {SIGNS.dot}
          {KEPT_BOOKS.size(megabytesOf(bytes))}
        </p>
        {isCleared && !again.isSuccess && <p role="status">{KEPT_BOOKS.cleared}</p>}
      </div>
      <div className={css.actions}>
        {isCleared && !again.isSuccess && (
          <Button
            kind="quiet"
            busy={again.isPending}
            aria-label={KEPT_BOOKS.keepAgain(title)}
            onClick={() => again.mutate()}
          >
            {KEPT_BOOKS.again}
          </Button>
        )}
        <Button
          kind="quiet"
          danger
          aria-label={KEPT_BOOKS.removeOne(title)}
          onClick={() => {
            void removeKeptBook(userId, id)
            onRemoved()
          }}
        >
          {KEPT_BOOKS.removeShort}
        </Button>
      </div>
    </li>
  )
}

/** Whether the browser has removed a file by itself. */
const useIsCleared = (userId: string, bookId: string) => {
  const isMissing = useCallback(async (id: string) => !(await openKeptFile(userId, id)), [userId])
  return useLoaded(bookId, isMissing) ?? false
}

/** The room that the browser gives this site, and whether it promises not to clear it. Measured again when `ids` change. */
const useRoom = (ids: string) => useLastLoaded(ids, measureRoom)

const measureRoom = async () => {
  const [{ quota = 0, usage = 0 }, isPersisted] = await Promise.all([
    // Safari 15.6 and 16 don't say.
    navigator.storage.estimate?.() ?? {},
    navigator.storage.persisted(),
  ])
  return { free: Math.max(quota - usage, 0), isPersisted }
}

const BYTES_PER_MEGABYTE = 1_000_000

/** As disks are measured, with a decimal below ten. */
const megabytesOf = (bytes: number) => {
  const amount = bytes / BYTES_PER_MEGABYTE
  return amount < 10 ? decimal(Math.max(amount, 0.1)) : grouped(Math.round(amount))
}
