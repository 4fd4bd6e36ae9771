import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { countNotices, listNotices, markNoticesRead, NOTICES_AT_ONCE } from '#contract/calls/notices.ts'
import type { Notice } from '#contract/notices.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { keyOf, query } from '#web/api/query.ts'
import { Cover } from '#web/books/cover.tsx'
import { NOTICES } from '#web/messages/notices.ts'
import { Button } from '#web/ui/button.tsx'
import { formatTime } from '#web/ui/format-time.ts'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import css from './notices.module.css'
import { ProfileFrame } from './profile-frame.tsx'
import profileCss from './profile.module.css'

/** What a member is told of, the latest first. */
export const NoticesPage = () => (
  <ProfileFrame title={NOTICES.title} guest={inbox}>
    {inbox}
  </ProfileFrame>
)

const inbox = () => (
  <div className={`wrap ${profileCss.page}`}>
    <h1 className={profileCss.heading} tabIndex={-1}>
      {NOTICES.title}
    </h1>
    <Inbox />
  </div>
)

const Inbox = () => {
  const { notices, lastPage, showMore } = useNotices()
  const { mutate, isPending } = useMarkRead()
  const [latest] = notices
  const hasNew = notices.some(({ isNew }) => isNew)
  return (
    <>
      <p className={css.top}>
        <Link to="/profile/notices">{NOTICES.settings}</Link>
        {latest && hasNew && (
          <Button kind="quiet" busy={isPending} onClick={() => mutate({ upTo: latest._id })}>
            {NOTICES.markAll}
          </Button>
        )}
      </p>
      {notices.length > 0 && (
        <ol className={css.notices}>
          {notices.map((notice) => (
            <Entry key={notice._id} notice={notice} onFollow={() => notice.isNew && mutate({ id: notice._id })} />
          ))}
        </ol>
      )}
      {notices.length === 0 && lastPage?.data && <p>{NOTICES.none}</p>}
      {!lastPage?.data && lastPage?.isError && (
        <ErrorNotice message={errorMessage(lastPage.error, listNotices)} onRetry={() => void lastPage.refetch()} />
      )}
      {lastPage?.isPending && <Loading text={NOTICES.loading} />}
      {showMore && (
        <Button kind="quiet" onClick={showMore}>
          {NOTICES.more}
        </Button>
      )}
    </>
  )
}

const Entry = ({ notice, onFollow }: { notice: Notice; onFollow: () => void }) => {
  const { kind, book, by, text, count, at, isNew } = notice
  return (
    <li className={css.notice}>
      {book ? <Cover book={book} sizes="3rem" /> : <span />}
      <div className={css.words}>
        <p dir="auto">
          {NOTICES.said[kind]({ author: book?.author, by, count })}{' '}
          <Link to={book ? `/books/${book._id}` : '/profile/reports'} onClick={onFollow} dir="auto">
            {book ? book.title : NOTICES.toReports}
          </Link>
        </p>
        {text !== undefined && (
          <p className={css.text} dir="auto">
            {text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text}
          </p>
        )}
        <p className={css.time}>
          {isNew && <b>{NOTICES.isNew}</b>} <time dateTime={at}>{formatTime(at)}</time>
        </p>
      </div>
    </li>
  )
}

const TEXT_MAX = 200

/** The notices, loaded page by page. */
const useNotices = () => {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  const pages = useQueries({
    queries: cursors.map((before) => query(listNotices, before ? { query: { before } } : {})),
  })
  const lastPage = pages.at(-1)
  const last = (lastPage?.data?.length ?? 0) >= NOTICES_AT_ONCE ? lastPage?.data?.at(-1) : undefined
  // A page that is fetched again may have notices of the next one.
  const all = new Map(pages.flatMap(({ data = [] }) => data).map((notice) => [notice._id, notice]))
  return { notices: [...all.values()], lastPage, showMore: last && (() => setCursors([...cursors, last._id])) }
}

const useMarkRead = () => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (read: { id: string } | { upTo: string }) => api(markNoticesRead, { body: read }),
    onSuccess: async () => {
      for (const call of [listNotices, countNotices]) await client.invalidateQueries({ queryKey: keyOf(call) })
    },
    onError: (thrown) => toast.bad(errorMessage(thrown, markNoticesRead)),
  })
}
