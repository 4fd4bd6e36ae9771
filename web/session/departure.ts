import { readStored, writeStored } from './browser-storage.ts'

const KEY = 'departure'
const TICKET = 'sign-in-ticket'

/** What this tab keeps while its person is at a provider. */
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

/** Leaves for the provider, which leads back to the page of returns. */
export const depart = ({ url, ...departure }: Departure & { url: string }, isReplaced = false) => {
  writeStored('sessionStorage', KEY, JSON.stringify(departure))
  if (isReplaced) window.location.replace(url)
  else window.location.assign(url)
}

/** What was kept for the way back, once. */
export const takeDeparture = (): Departure | undefined => {
  const stored = readStored('sessionStorage', KEY)
  writeStored('sessionStorage', KEY, null)
  return stored === null ? undefined : (JSON.parse(stored) as Departure)
}

/** Keeps the ticket that belongs to the link in a mail, which opens in another tab. Null removes it. */
export const keepTicket = (ticket: string | null) => writeStored('localStorage', TICKET, ticket)

export const keptTicket = () => readStored('localStorage', TICKET)
