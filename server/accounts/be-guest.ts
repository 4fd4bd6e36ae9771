import type { Services } from '#server/platform/services.ts'
import { makeUpName } from './guest-names.ts'
import { startSession } from './sessions.ts'
import { userOf } from './user-shape.ts'

/** A reader with a made-up name and a session, and nothing else. */
export const beGuest = async (services: Services, userAgent: string) => {
  const guest = await makeGuest(services)
  return { token: await startSession(services, guest.id, userAgent), user: userOf(guest) }
}

/** Tries names until one is free. */
const makeGuest = async (services: Services): Promise<Guest> => (await insertGuest(services)) ?? makeGuest(services)

type Guest = NonNullable<Awaited<ReturnType<typeof insertGuest>>>

const insertGuest = ({ db, now }: Services) =>
  db
    .insertInto('users')
    .values({ username: makeUpName(), guest: true, createdAt: now() })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
