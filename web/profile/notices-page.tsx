import { useRef } from 'react'
import { Link } from 'react-router'
import { countNotices, listNotices, markNoticesRead } from '#contract/calls/notices.ts'
import { NOTICES_AT_ONCE } from '#contract/values/notices.ts'
import type { Notice } from '#contract/notices.ts'
import { api } from '#web/api/api-client.ts'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { Cover } from '#web/books/cover.tsx'
import { countUpTo99, NOTICES } from '#web/messages/notices.ts'
import { Button } from '#web/ui/button.tsx'
import { formatTime } from '#web/ui/format-time.ts'
import { MorePages, usePages } from './more-pages.tsx'
import css from './notices.module.css'
import { ProfileFrame } from './profile-frame.tsx'
import profileCss from './profile.module.css'
import { SIGNS } from '#web/messages/signs.ts'

/** What a member is told of, the latest first. */
export const NoticesPage = () => (
  <ProfileFrame title={NOTICES.title} guest={() => <Inbox />}>
    {() => <Inbox />}
  </ProfileFrame>
)

const Inbox = () => {
  const { all, list, ...more } = usePages(
    (before) => query(listNotices, before ? { query: { before } } : {}),
    NOTICES_AT_ONCE,
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const { mutate, isPending } = useAction({
    call: markNoticesRead,
    send: (read: { id: string } | { upTo: string }) => api(markNoticesRead, { body: read }),
    outdated: [listNotices, countNotices],
  })
  const [latest] = all
  const hasNew = all.some(({ isNew }) => isNew)
  return (
    <div className={`wrap ${profileCss.page}`}>
      <h1 ref={heading} className={profileCss.heading} tabIndex={-1}>
        {NOTICES.title}
      </h1>
      <p className={css.top}>
        <Link to="/profile/notices">{NOTICES.settings}</Link>
        {latest && hasNew && (
          <Button
            kind="quiet"
            busy={isPending}
            onClick={() => mutate({ upTo: latest._id }, { onSuccess: () => heading.current?.focus() })}
          >
            {NOTICES.markAll}
          </Button>
        )}
      </p>
      {all.length > 0 && (
        <ol ref={list} className={css.notices}>
          {all.map((notice) => (
            <Entry key={notice._id} notice={notice} onFollow={() => notice.isNew && mutate({ id: notice._id })} />
          ))}
        </ol>
      )}
      {all.length === 0 && more.lastPage?.data && <p>{NOTICES.none}</p>}
      <MorePages {...more} call={listNotices} texts={NOTICES} />
    </div>
  )
}

const Entry = ({ notice, onFollow }: { notice: Notice; onFollow: () => void }) => {
  const { kind, book, by, text, count, at, isNew } = notice
  return (
    <li className={css.notice}>
      {book ? <Cover book={book} sizes="3rem" /> : <span />}
      <div className={css.words}>
        <p dir="auto">
          {NOTICES.said[kind]({ author: book?.author, by, count, shown: countUpTo99(count ?? 0) }) + SIGNS.space}
          <Link to={book ? `/books/${book._id}` : '/profile/reports'} onClick={onFollow} dir="auto">
            {book ? book.title : NOTICES.toReports}
          </Link>
        </p>
        {text !== undefined && (
          <p className={css.text} dir="auto">
            {text.length > TEXT_MAX ? text.slice(0, TEXT_MAX) + SIGNS.ellipsis : text}
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
