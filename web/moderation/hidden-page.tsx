import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { HIDDEN_AT_ONCE } from '#contract/values/moderation.ts'
import {
  endSuspension,
  listHidden,
  listSuspended,
  showBook,
  showComment,
  showList,
  showPerson,
} from '#contract/calls/moderation.ts'
import type { Hidden, Suspended } from '#contract/moderation.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { useReasons } from '#web/language/use-reasons.ts'
import { HIDDEN_PAGE } from '#web/messages/moderation.ts'
import css from '#web/staff/staff-page.module.css'
import { StaffPage, focusTitle } from '#web/staff/staff-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { formatDay } from './format-day.ts'
import { SIGNS } from '#web/messages/signs.ts'

/** What is hidden, each with its reason and a button to show it again. For moderators; administrators see suspended accounts too. */
export const Component = () => (
  <StaffPage title={HIDDEN_PAGE.title} moderators lede={() => HIDDEN_PAGE.lede}>
    {({ userType }) => (
      <>
        <HiddenList />
        {userType === 'admin' && <SuspendedList />}
      </>
    )}
  </StaffPage>
)

const HiddenList = () => {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  const pages = useQueries({ queries: cursors.map((after) => query(listHidden, { query: { after } })) })
  const failed = pages.find(({ data, isError }) => !data && isError)
  const last = pages.at(-1)?.data
  if (failed)
    return <ErrorNotice message={errorMessage(failed.error, listHidden)} onRetry={() => void failed.refetch()} />
  const all = pages.flatMap(({ data = [] }) => data)
  if (all.length === 0 && !last) return <Loading text={HIDDEN_PAGE.loading} />
  if (all.length === 0)
    return (
      <div className={css.none}>
        <p className={css.name}>{HIDDEN_PAGE.none}</p>
        <p>{HIDDEN_PAGE.noneText}</p>
      </div>
    )
  return (
    <>
      <ul className={css.list}>
        {all.map((hidden) => (
          <HiddenRow key={hidden._id} hidden={hidden} />
        ))}
      </ul>
      {last?.length === HIDDEN_AT_ONCE && (
        <Button kind="quiet" onClick={() => setCursors([...cursors, last.at(-1)?._id])}>
          {HIDDEN_PAGE.more}
        </Button>
      )}
    </>
  )
}

const HiddenRow = ({ hidden }: { hidden: Hidden }) => {
  const { kind, subject, book, person, text, reason, by, hiddenAt, until } = hidden
  const name = person?.username ?? HIDDEN_PAGE.nobody
  const title =
    kind === 'person'
      ? HIDDEN_PAGE.everythingBy(name)
      : kind === 'comment'
        ? HIDDEN_PAGE.commentOn(book?.title ?? '')
        : kind === 'list'
          ? text
          : (book?.title ?? '')
  const { mutate, isPending } = useShow(() =>
    kind === 'book'
      ? api(showBook, { params: { id: subject } })
      : kind === 'comment'
        ? api(showComment, { params: { id: book?._id ?? '', commentId: subject } })
        : api(kind === 'list' ? showList : showPerson, { params: { id: subject } }),
  )
  return (
    <Row
      title={kind === 'comment' && book ? <Link to={`/books/${book._id}`}>{title}</Link> : title}
      kind={HIDDEN_PAGE.kinds[kind]}
      person={kind === 'person' ? undefined : HIDDEN_PAGE.by(name)}
      text={kind === 'list' ? '' : text}
      reason={reason}
      when={HIDDEN_PAGE.who(by ?? HIDDEN_PAGE.site, formatDay(hiddenAt))}
      until={until}
    >
      <Button busy={isPending} aria-label={HIDDEN_PAGE.showOf(title)} onClick={() => mutate()}>
        {HIDDEN_PAGE.show}
      </Button>
    </Row>
  )
}

interface RowProps {
  title: ReactNode
  kind?: string
  person?: string | undefined
  text?: string
  reason: string
  when: string
  until: string | null
  children: ReactNode
}

const Row = ({ title, kind, person, text, reason, when, until, children }: RowProps) => {
  const inWords = useReasons()
  return (
    <li className={css.row}>
      <div className={css.about}>
        <p className={css.name} dir="auto">
          {title}
        </p>
        {kind && (
          <p className="muted">
            {kind} <bdi>{person}</bdi>
          </p>
        )}
        {text && (
          <p className={css.words} dir="auto">
            {text}
          </p>
        )}
        <p>
          {HIDDEN_PAGE.reason}
          {SIGNS.colon}
          <bdi>{inWords(reason)}</bdi>
        </p>
        <p className="muted">
          {when}
          {until && SIGNS.comma + HIDDEN_PAGE.until(formatDay(until))}
        </p>
      </div>
      {children}
    </li>
  )
}

const useShow = (send: () => Promise<unknown>) => {
  const client = useQueryClient()
  return useAction({
    call: listHidden,
    send,
    done: HIDDEN_PAGE.shown,
    onDone: () => {
      // The focused button is gone together with its row.
      focusTitle()
      return client.invalidateQueries()
    },
  })
}

const SuspendedList = () => {
  const suspended = useQuery(query(listSuspended))
  return (
    <section aria-labelledby="suspended">
      <h2 className={css.heading} id="suspended" tabIndex={-1}>
        {HIDDEN_PAGE.suspended}
      </h2>
      <Loaded query={suspended} call={listSuspended} loading={null}>
        {(accounts) =>
          accounts.length === 0 ? (
            <p>{HIDDEN_PAGE.noneSuspended}</p>
          ) : (
            <ul className={css.list}>
              {accounts.map((account) => (
                <SuspendedRow key={account._id} account={account} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

const SuspendedRow = ({ account: { _id: id, username, reason, suspendedAt, until } }: { account: Suspended }) => {
  const { mutate, isPending } = useAction({
    call: endSuspension,
    send: () => api(endSuspension, { params: { id } }),
    done: HIDDEN_PAGE.ended(username),
    outdated: [listSuspended],
    onDone: () => document.getElementById('suspended')?.focus(),
  })
  return (
    <Row title={username} reason={reason} when={HIDDEN_PAGE.since(formatDay(suspendedAt))} until={until}>
      <Button busy={isPending} aria-label={HIDDEN_PAGE.endOf(username)} onClick={() => mutate()}>
        {HIDDEN_PAGE.end}
      </Button>
    </Row>
  )
}
