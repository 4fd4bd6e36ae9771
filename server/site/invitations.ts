import { randomInt } from 'node:crypto'
import type { Database } from '#server/platform/database/connect.ts'
import { Problem } from '#contract/api/problems.ts'
import { type Invitation, LISTED_INVITATIONS } from '#contract/site-admin.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from './site-settings.ts'

/** Without letters and digits that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 10

const newCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** People type codes in lower case, or with spaces or hyphens. */
const normalized = (code: string) => code.toUpperCase().replace(/[\s-]/g, '')

/**
 * Throws unless the site settings allow this registration. Runs in the transaction that creates the account, after the
 * row is inserted, and uses up the invitation. Registering the same address again needs no second invitation.
 */
export const assertRegistrationAllowed = async (
  services: Pick<Services, 'db' | 'now'>,
  { userId, invitation }: { userId: string; invitation: string | undefined },
): Promise<void> => {
  const { registration } = await readSiteSettings(services)
  if (registration === 'open') return
  if (registration === 'closed') throw new Problem('registrationClosed')
  const isUsed = await useInvitation(services, userId, normalized(invitation ?? ''))
  if (isUsed) return
  throw new Problem('needsInvitation', { errors: { invitation: 'This code is unknown or has already been used.' } })
}

const useInvitation = async ({ db, now }: Pick<Services, 'db' | 'now'>, userId: string, code: string) => {
  const used = await db
    .updateTable('invitations')
    .set({ usedBy: userId, usedAt: now() })
    .where('code', '=', code)
    .where(({ or, eb }) => or([eb('usedAt', 'is', null), eb('usedBy', '=', userId)]))
    .returning('code')
    .executeTakeFirst()
  return used !== undefined
}

/** Releases the invitations of pending sign-ups for the next ones: of these accounts, or of these guests. */
export const releaseInvitations = async (trx: Database, ...ids: string[]): Promise<void> => {
  if (ids.length === 0) return
  await trx
    .updateTable('invitations')
    .set({ usedBy: null, usedAt: null })
    .where('usedBy', 'in', (users) =>
      users
        .selectFrom('users')
        .select('id')
        .where(({ or, eb }) => or([eb('id', 'in', ids), eb('guestId', 'in', ids)]))
        .where('verified', '=', false),
    )
    .execute()
}

/** Moves the used invitations of an account to another account. */
export const transferInvitations = async (trx: Database, from: string, to: string): Promise<void> => {
  await trx.updateTable('invitations').set({ usedBy: to }).where('usedBy', '=', from).execute()
}

/** The newest codes, both used and unused. */
export const listInvitations = async ({ db }: Services): Promise<Invitation[]> => {
  const rows = await selectInvitations(db).orderBy('madeAt', 'desc').orderBy('code').limit(LISTED_INVITATIONS).execute()
  return rows.map(toInvitation)
}

const selectInvitations = (db: Database) =>
  db
    .selectFrom('invitations')
    .leftJoin('users as maker', 'maker.id', 'madeBy')
    .leftJoin('users as guest', 'guest.id', 'usedBy')
    .select(['code', 'note', 'madeAt', 'usedAt', 'maker.username as madeBy', 'guest.username as usedBy'])

const toInvitation = ({
  madeAt,
  usedAt,
  ...row
}: Awaited<ReturnType<ReturnType<typeof selectInvitations>['execute']>>[number]) => ({
  ...row,
  madeAt: madeAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
})

/** Makes as many codes as asked for. Returns them, and the first one as it is listed. */
export const makeInvitations = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  admin: Caller,
  { note, count }: { note: string; count: number },
): Promise<{ codes: string[]; first: Invitation }> => {
  const codes = Array.from({ length: count }, newCode).toSorted()
  const made = { note, madeBy: admin.id, madeAt: now() }
  await db
    .insertInto('invitations')
    .values(codes.map((code) => ({ code, ...made })))
    .execute()
  const first = await selectInvitations(db)
    .where('code', 'in', codes)
    .orderBy('code')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { codes, first: toInvitation(first) }
}

/** Withdraws a code that is not used. */
export const withdrawInvitation = async (db: Database, code: string): Promise<{ note: string }> => {
  const withdrawn = await db
    .deleteFrom('invitations')
    .where('code', '=', code)
    .where('usedAt', 'is', null)
    .returning('note')
    .executeTakeFirst()
  if (!withdrawn) throw new Problem('notFound')
  return withdrawn
}
