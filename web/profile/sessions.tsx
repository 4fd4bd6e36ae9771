import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endOneSession, endOtherSessions, listSessions } from '#contract/accounts.ts'
import type { Output } from '#contract/endpoint.ts'
import { api } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { wordsFor } from '#web/api/words-for.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { SESSIONS } from '#web/messages/profile.ts'
import { nameDevice } from './name-device.ts'
import css from './profile.module.css'
import { Setting } from './setting.tsx'

/** Where one is logged in, and the ends of it. */
export const Sessions = () => (
  <Setting title={SESSIONS.title} text={SESSIONS.text}>
    <List />
  </Setting>
)

const List = () => {
  const { data: sessions, isError, error, refetch } = useQuery(query(listSessions))
  const one = useEnd((id: string) => api(endOneSession, { params: { id } }), SESSIONS.ended)
  const others = useEnd(() => api(endOtherSessions), SESSIONS.othersEnded)
  if (!sessions && isError)
    return <ErrorNotice message={wordsFor(error, { failureMessage: SESSIONS.failed })} onRetry={() => void refetch()} />
  if (!sessions) return <Loading text={SESSIONS.loading} />
  return (
    <>
      <ul className={css.sessions}>
        {sessions.map((session) => (
          <Row
            key={session._id}
            session={session}
            busy={one.isPending && one.variables === session._id}
            onEnd={() => one.mutate(session._id)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button busy={others.isPending} onClick={() => others.mutate('')}>
          {SESSIONS.endOthers}
        </Button>
      )}
    </>
  )
}

interface RowProps {
  session: Output<typeof listSessions>[number]
  busy: boolean
  onEnd: () => void
}

const Row = ({ session, busy, onEnd }: RowProps) => {
  const device = nameDevice(session.userAgent) || SESSIONS.unknown
  return (
    <li>
      <p>
        <b>{device}</b>
        <span className="muted">
          {session.isCurrent ? SESSIONS.here : SESSIONS.used(WHEN.format(new Date(session.usedAt)))}
        </span>
      </p>
      {!session.isCurrent && (
        <Button kind="quiet" busy={busy} aria-label={SESSIONS.endOf(device)} onClick={onEnd}>
          {SESSIONS.end}
        </Button>
      )}
    </li>
  )
}

const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

const useEnd = (end: (id: string) => Promise<unknown>, done: string) => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: end,
    onSuccess: () => toast.good(done),
    onError: (error) => toast.bad(wordsFor(error, { failureMessage: SESSIONS.endFailed })),
    // Also after a failure: the session may have ended elsewhere.
    onSettled: () => client.invalidateQueries({ queryKey: query(listSessions).queryKey }),
  })
}
