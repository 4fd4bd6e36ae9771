import { useQuery } from '@tanstack/react-query'
import { endOneSession, endOtherSessions, listSessions } from '#contract/calls/account-settings.ts'
import type { Output } from '#contract/api/endpoint.ts'
import { api } from '#web/api/api-client.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SESSIONS } from '#web/messages/profile.ts'
import { nameDevice } from '#contract/shapes/name-device.ts'
import { formatTime } from '#web/ui/format-time.ts'
import { deviceName } from './device-name.ts'
import css from './profile.module.css'
import { Setting } from './setting.tsx'
import { SIGNS } from '#web/messages/signs.ts'

/** The sessions of the account, which can be ended here. */
export const Sessions = () => (
  <Setting title={SESSIONS.title} text={SESSIONS.text}>
    <Loaded query={useQuery(query(listSessions))} call={{ failureMessage: SESSIONS.failed }} loading={SESSIONS.loading}>
      {(sessions) => <SessionList sessions={sessions} />}
    </Loaded>
  </Setting>
)

const SessionList = ({ sessions }: { sessions: Output<typeof listSessions> }) => {
  const endOne = useEndSessions((id: string) => api(endOneSession, { params: { id } }), SESSIONS.ended)
  const endOthers = useEndSessions(() => api(endOtherSessions), SESSIONS.othersEnded)
  return (
    <>
      <ul className={css.sessions}>
        {sessions.map((session) => (
          <SessionRow
            key={session._id}
            session={session}
            busy={endOne.isPending && endOne.variables === session._id}
            onEnd={() => endOne.mutate(session._id)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button busy={endOthers.isPending} onClick={() => endOthers.mutate('')}>
          {SESSIONS.endOthers}
        </Button>
      )}
    </>
  )
}

interface SessionRowProps {
  session: Output<typeof listSessions>[number]
  busy: boolean
  onEnd: () => void
}

const SessionRow = ({ session, busy, onEnd }: SessionRowProps) => {
  const device = deviceName(nameDevice(session.userAgent)) || SESSIONS.unknown
  const lastUse = session.isCurrent ? SESSIONS.here : SESSIONS.used(formatTime(session.usedAt))
  return (
    <li>
      <p>
        <b>{device}</b>
        <span className="muted">
          {[lastUse, ...(session.network ? [SESSIONS.network(session.network)] : [])].join(SIGNS.comma)}
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

const useEndSessions = (send: (id: string) => Promise<unknown>, done: string) =>
  useAction({ call: { failureMessage: SESSIONS.endFailed }, send, done, outdated: [listSessions] })
