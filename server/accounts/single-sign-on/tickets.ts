import { HOUR_MS } from '#contract/values/durations.ts'
import { TICKET_HOURS } from '#contract/single-sign-on.ts'
import { Problem } from '#contract/api/problems.ts'
import { hashOf, newMailToken } from '#server/accounts/sessions/tokens.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { findProvider, type SignInProvider } from './providers.ts'
import type { Identity } from './read-identity.ts'

/** What a person has chosen for a new account. */
export interface SignUp {
  username: string
  userType: 'reader' | 'author'
  email: string
  invitation?: string | undefined
  language?: string | undefined
  guestId: string | null
}

export interface Ticket {
  id: string
  provider: SignInProvider
  identity: Identity
  next: string | null
  signUp: SignUp | null
}

/** The time at which a ticket, or a mailed link, that is created now expires. */
export const ticketEnd = ({ now }: Pick<Services, 'now'>): Date => new Date(now().getTime() + TICKET_HOURS * HOUR_MS)

/** Keeps who has logged in at a provider, for the browser that did, until it is known whose account it is. */
export const createTicket = async (
  services: Services,
  { provider, identity, next }: Pick<Ticket, 'provider' | 'identity' | 'next'>,
): Promise<string> => {
  const ticket = newMailToken()
  await services.db
    .insertInto('signInTickets')
    .values({
      ticketHash: hashOf(ticket),
      provider: provider.id,
      next,
      identity: JSON.stringify(identity),
      expiresAt: ticketEnd(services),
    })
    .execute()
  return ticket
}

/** The ticket of a browser, and with `mailToken` only if that is the one in the latest mail. */
export const findTicket = async (services: Services, ticket: string, mailToken?: string): Promise<Ticket> => {
  const found = await services.db
    .selectFrom('signInTickets')
    .selectAll()
    .where('ticketHash', '=', hashOf(ticket))
    .where('expiresAt', '>=', services.now())
    .executeTakeFirst()
  if (!found) throw new Problem('badSignIn')
  if (mailToken !== undefined && !found.mailHash?.equals(hashOf(mailToken))) throw new Problem('badMailToken')
  const { id, identity, next, signUp } = found
  return {
    id,
    next,
    identity: identity as unknown as Identity,
    signUp: signUp as unknown as SignUp | null,
    provider: await findProvider(services, found.provider),
  }
}

/** Uses up a ticket in the transaction of what it was for. */
export const redeemTicket = async (trx: Database, { id }: Ticket): Promise<void> => {
  const used = await trx.deleteFrom('signInTickets').where('id', '=', id).returning('id').executeTakeFirst()
  if (!used) throw new Problem('badSignIn')
}
