import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listSecurityEvents } from '#contract/calls/account-security.ts'
import type { Output } from '#contract/api/endpoint.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { query } from '#web/api/query.ts'
import { SECURITY_EVENTS, SESSIONS } from '#web/messages/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { formatTime } from '#web/ui/format-time.ts'
import { deviceName } from './device-name.ts'
import css from './profile.module.css'
import { Setting } from './setting.tsx'
import { SIGNS } from '#web/messages/signs.ts'

const SHOWN = 8

/** The security events of the account: the latest, and all on request. */
export const SecurityEvents = () => (
  <Setting title={SECURITY_EVENTS.title} text={SECURITY_EVENTS.text}>
    <Loaded
      query={useQuery(query(listSecurityEvents))}
      call={{ failureMessage: SECURITY_EVENTS.failed }}
      loading={SECURITY_EVENTS.loading}
    >
      {(events) => <EventList events={events} />}
    </Loaded>
  </Setting>
)

const EventList = ({ events }: { events: Output<typeof listSecurityEvents> }) => {
  const [isLong, setLong] = useState(false)
  if (events.length === 0) return <p className="muted">{SECURITY_EVENTS.none}</p>
  return (
    <>
      <ul className={css.sessions}>
        {events.slice(0, isLong ? undefined : SHOWN).map((event) => (
          <EventRow key={event._id} event={event} />
        ))}
      </ul>
      {!isLong && events.length > SHOWN && (
        <Button onClick={() => setLong(true)}>{SECURITY_EVENTS.all(events.length)}</Button>
      )}
    </>
  )
}

const EventRow = ({ event }: { event: Output<typeof listSecurityEvents>[number] }) => {
  const { kind, at, device, network, count } = event
  const when = formatTime(at)
  const facts = [
    count > 1 ? `${SECURITY_EVENTS.times(count)} ${when}` : when,
    ...(device ? [deviceName(device)] : []),
    ...(network ? [SESSIONS.network(network)] : []),
  ]
  return (
    <li>
      <p>
        <b>{SECURITY_EVENTS.kinds[kind]}</b>
        <span className="muted">{facts.join(SIGNS.comma)}</span>
      </p>
    </li>
  )
}
