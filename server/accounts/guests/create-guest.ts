import type { Services } from '#server/platform/services.ts'
import { generateGuestName } from './guest-names.ts'
import type { RequestOrigin } from '#server/accounts/sessions/security-events.ts'
import { isNameTaken } from '#server/accounts/register.ts'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { toUser } from '#server/accounts/user-serializer.ts'

/** Creates a reader with a generated name and a session. */
export const createGuest = async (services: Services, { address, userAgent }: RequestOrigin) => {
  const guest = await insertGuest(services)
  return { token: await startSession(services, guest.id, userAgent, { address }), user: toUser(guest) }
}

type Guest = NonNullable<Awaited<ReturnType<typeof tryInsert>>>

/** Tries names until one is free, also of pen names. */
const insertGuest = async (services: Services): Promise<Guest> => {
  const guest = await tryInsert(services).catch((error: unknown) => {
    if (!isNameTaken(error)) throw error
    return undefined
  })
  return guest ?? insertGuest(services)
}

const tryInsert = ({ db, now }: Services) =>
  db
    .insertInto('users')
    .values({ username: generateGuestName(), guest: true, createdAt: now() })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
