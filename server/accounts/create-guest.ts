import type { Services } from '#server/platform/services.ts'
import { generateGuestName } from './guest-names.ts'
import { startSession } from './sessions.ts'
import { toUser } from './user-serializer.ts'

/** A reader with a made-up name and a session, and nothing else. */
export const createGuest = async (services: Services, userAgent: string) => {
  const guest = await makeGuest(services)
  return { token: await startSession(services, guest.id, userAgent), user: toUser(guest) }
}

/** Tries names until one is free. */
const makeGuest = async (services: Services): Promise<Guest> => (await insertGuest(services)) ?? makeGuest(services)

type Guest = NonNullable<Awaited<ReturnType<typeof insertGuest>>>

const insertGuest = ({ db, now }: Services) =>
  db
    .insertInto('users')
    .values({ username: generateGuestName(), guest: true, createdAt: now() })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
