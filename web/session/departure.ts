import { SIGN_IN_MINUTES } from '#contract/values/single-sign-on.ts'
import { readStored, storedKeys, writeStored } from './browser-storage.ts'

const PREFIX = 'departure:'
const TICKET = 'sign-in-ticket'

/** What this browser keeps while its person is at a provider. */
export interface Departure {
  /** Proves that the answer comes back to the browser that has asked. */
  secret: string
  /** The name of the provider. */
  provider: string
  /** The path to continue at. */
  next?: string | undefined
  /** What was chosen on the way to a new account. */
  userType?: 'reader' | 'author' | undefined
  invitation?: string | undefined
}

type Stored = Departure & { endsAt: number }

/**
 * Leaves for the provider, which leads back to the page of returns, in another tab if it sends a mail with a link. The
 * state in the address says to which departure its answer belongs.
 */
export const depart = ({ url, ...departure }: Departure & { url: string }, isReplaced = false) => {
  const now = Date.now()
  for (const key of storedKeys('localStorage', PREFIX))
    if ((storedAt(key)?.endsAt ?? 0) < now) writeStored('localStorage', key, null)
  const stored: Stored = { ...departure, endsAt: now + SIGN_IN_MINUTES * 60_000 }
  writeStored('localStorage', keyOf(new URL(url).searchParams), JSON.stringify(stored))
  if (isReplaced) window.location.replace(url)
  else window.location.assign(url)
}

const keyOf = (params: URLSearchParams) => PREFIX + (params.get('state') ?? '')

const storedAt = (key: string) => JSON.parse(readStored('localStorage', key) ?? 'null') as Stored | null

/** What was kept for the way back with this answer, once. */
export const takeDeparture = (answer: string): Departure | undefined => {
  const key = keyOf(new URLSearchParams(answer))
  const stored = storedAt(key)
  writeStored('localStorage', key, null)
  return stored ?? undefined
}

/** Keeps the ticket that belongs to the link in a mail, which opens in another tab. Null removes it. */
export const keepTicket = (ticket: string | null) => writeStored('localStorage', TICKET, ticket)

export const keptTicket = () => readStored('localStorage', TICKET)
