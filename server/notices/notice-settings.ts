import { sql, type SqlBool } from 'kysely'
import {
  MAILED_AT_FIRST,
  NOTICE_KINDS,
  type NoticeKind,
  type NoticeSetting,
  type NoticeWay,
  STOP_NOTICES_PAGE,
} from '#contract/notices.ts'
import { Problem } from '#contract/api/problems.ts'
import { unsubscribeTokens, verifyUnsubscribeToken } from '#server/accounts/email/unsubscribe-token.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'

const firstWay = (kind: NoticeKind): NoticeWay => (MAILED_AT_FIRST.includes(kind) ? 'mail' : 'inbox')

/** How somebody is told of each kind. */
export const listNoticeSettings = async ({ db }: { db: Database }, userId: string): Promise<NoticeSetting[]> => {
  const rows = await db.selectFrom('noticeSettings').select(['kind', 'how']).where('userId', '=', userId).execute()
  const chosen = new Map(rows.map(({ kind, how }) => [kind, how as NoticeWay]))
  return NOTICE_KINDS.map((kind) => ({ kind, how: chosen.get(kind) ?? firstWay(kind) }))
}

/** Whether somebody wants a mail at once of a kind that has a mail of its own. */
export const wantsMail = async (services: { db: Database }, userId: string, kind: NoticeKind): Promise<boolean> => {
  const settings = await listNoticeSettings(services, userId)
  return settings.some((setting) => setting.kind === kind && setting.how === 'mail')
}

/** Who has no confirmed address is told in the inbox alone. */
export const setNoticeWay = async ({ db }: Services, userId: string, { kind, how }: NoticeSetting): Promise<void> => {
  const needsAddress = how !== 'off' && how !== 'inbox'
  const { numAffectedRows } = await sql`
    insert into notice_settings (user_id, kind, how)
    select id, ${kind}, ${how} from users
    where id = ${userId}::uuid and (not ${needsAddress}::boolean or verified and not guest)
    on conflict (user_id, kind) do update set how = excluded.how`.execute(db)
  if (numAffectedRows === 0n) throw new Problem('noAddress')
}

/** The number in the token that stands for all kinds of the daily mail; other numbers are places in NOTICE_KINDS. */
const ALL_DAILY = 255

export type Stopped = NoticeKind | 'daily'

/** Makes the addresses that stop the mails of a kind, or the daily mail. */
export const stopAddresses = async ({ db, siteUrl }: Pick<Services, 'db' | 'siteUrl'>) => {
  const tokenFor = await unsubscribeTokens({ db }, 'stop-notices')
  return (userId: string, stopped: Stopped) => {
    const number = stopped === 'daily' ? ALL_DAILY : NOTICE_KINDS.indexOf(stopped)
    return `${siteUrl.current()}${STOP_NOTICES_PAGE}?token=${tokenFor(userId, number)}`
  }
}

/** The headers of a mail with such an address, for one-click unsubscription (RFC 8058). */
export const stopHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const STOPPED = 'These mails are stopped. What they told you of is still in your notices.'

/** Stops mails by the token of any of them. The answer is the same if the account is deleted. */
export const stopNoticeMails = async ({ db }: Services, token: string) => {
  const { userId, number = ALL_DAILY } = await verifyUnsubscribeToken({ db }, 'stop-notices', token)
  const kind = NOTICE_KINDS[number]
  if (kind === undefined) await stopWay(db, userId, 'daily')
  else
    await sql`
      insert into notice_settings (user_id, kind, how) select id, ${kind}, 'inbox' from users where id = ${userId}::uuid
      on conflict (user_id, kind) do update set how = 'inbox' where notice_settings.how <> 'off'`.execute(db)
  return { message: STOPPED }
}

/** Leaves all kinds that come in the daily or the weekly mail to the inbox. */
export const stopWay = async (db: Database, userId: string, how: 'daily' | 'weekly'): Promise<void> => {
  await db
    .updateTable('noticeSettings')
    .set({ how: 'inbox' })
    .where('userId', '=', userId)
    .where('how', '=', how)
    .execute()
}

/** The condition that a row of `notices` waits for the mail of a kind. */
export const awaitsMail = (how: NoticeWay) => sql<SqlBool>`(
  notices.awaits_mail and notices.kind in (
    select kind from notice_settings where notice_settings.user_id = notices.user_id and how = ${how}
  )
)`
