import { setTimeout as pause } from 'node:timers/promises'
import { sql, type SqlBool } from 'kysely'
import { MAILED_AT_FIRST } from '#contract/values/notices.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { type Audience, AUDIENCES, type NoticeEvent } from './audiences.ts'
import { NOTICE_MAIL_JOB } from './send-notice-mails.ts'

/** Told in one transaction, which takes about a tenth of a second. */
const PORTION = 5000
/** Told by one job of mails. */
const MAIL_BATCH = 100
/** Another process may have begun with the first ones. */
const LOOKED_AT = 20

/**
 * Makes the notices of all events, a portion of people after the other. The event is stored with each portion, so that after
 * a kill the next run goes on behind it; any number of processes may run it. It pauses for as long as it works. Returns
 * whether other processes still tell of some: one of them may be killed.
 */
export const tellOfEvents = async (
  services: Services,
  { stopping, portion = PORTION }: { stopping?: AbortSignal; portion?: number } = {},
): Promise<boolean> => {
  const failed = new Set<string>()
  while (!stopping?.aborted) {
    const start = performance.now()
    const found = await tellPortion(services, { portion, failed })
    if (found !== 'own') return found === 'others'
    await pause(performance.now() - start)
  }
  return false
}

interface Run {
  portion: number
  /** The events that could not be told in this run, and hold up no others. */
  failed: Set<string>
}

/** Whether this process handled an event, or other processes hold all that wait. */
type Found = 'own' | 'others' | 'nothing'

/** Creates the notices of an event for the next portion of people. */
const tellPortion = async (services: Services, { portion, failed }: Run): Promise<Found> => {
  let id: string | undefined
  try {
    return await services.db.transaction().execute(async (trx) => {
      id = undefined
      const found = await lockEvent(trx, failed)
      if (typeof found === 'string') return found
      id = found.id
      await tellNext({ ...services, db: trx }, found, portion)
      return 'own'
    })
  } catch (error) {
    if (id === undefined) throw error
    failed.add(id)
    services.log.warn({ eventId: id, err: error }, 'an event could not be told')
    return 'own'
  }
}

const tellNext = async (
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  event: WaitingEvent,
  portion: number,
): Promise<void> => {
  const audiences = AUDIENCES[event.kind]
  let { audience: place, toldUntil } = event
  // Audiences in which there is nobody are not worth a transaction each.
  for (let told = 0; place < audiences.length && told < portion;) {
    const audience = audiences[place] as Audience
    const { count, last } = await tell({ db, jobs }, event, { audience, after: toldUntil, portion })
    told += count
    if (count < portion) {
      place++
      toldUntil = null
    } else toldUntil = last
  }
  await db
    .updateTable('noticeEvents')
    .set({ audience: place, toldUntil, isDone: place >= audiences.length })
    .where('id', '=', event.id)
    // Otherwise it has begun again meanwhile.
    .where('occurrences', '=', event.occurrences)
    .execute()
}

type WaitingEvent = NoticeEvent & {
  audience: number
  toldUntil: string | null
  occurrences: number
  actorId: string | null
}

/**
 * The first event that no other process has. It is not locked as a row: rows of accounts are locked before what belongs to
 * them, and who deletes a book with its events waits for no more than a portion.
 */
const lockEvent = async (trx: Database, failed: Set<string>): Promise<WaitingEvent | Exclude<Found, 'own'>> => {
  const waiting = await trx
    .selectFrom('noticeEvents')
    .select('id')
    .where('isDone', '=', false)
    .where(sql<SqlBool>`id <> all(${[...failed]}::uuid[])`)
    .orderBy('id')
    .limit(LOOKED_AT)
    .execute()
  for (const { id } of waiting) {
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('notices ' || ${id}, 0)) as is_locked`.execute(trx)
    if (!rows[0]?.isLocked) continue
    const event = await readWaiting(trx, id)
    if (event) return event
  }
  return waiting.length > 0 ? 'others' : 'nothing'
}

/** As it is after the lock: another process may just have finished it. */
const readWaiting = async (trx: Database, id: string): Promise<WaitingEvent | undefined> => {
  const { rows } = await sql<WaitingEvent>`
    select
      notice_events.id, kind, book_id, comment_id, case_id, round, actor_id, audience, told_until, occurrences,
      publisher_id, pen_name_id, series_id, genre,
      array(select distinct tag_key(tag) as key from unnest(tags) as tag order by key) as tags
    from notice_events left join books on books.id = book_id
    where notice_events.id = ${id} and not is_done`.execute(trx)
  return rows[0]
}

interface Portion {
  audience: Audience
  after: string | null
  portion: number
}

/** Locks the people first, so that one whose account is just being deleted is left out. */
const tell = async (
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  event: WaitingEvent,
  { audience: { kind, people }, after, portion }: Portion,
): Promise<{ count: number; last: string | null }> => {
  const selected = people(event)
  if (!selected) return { count: 0, last: null }
  const first = MAILED_AT_FIRST.includes(kind) ? 'mail' : 'inbox'
  const { rows } = await sql<{ count: number; last: string | null; mailed: string[] }>`
    with told as materialized (
      select user_id from (${selected}) as people
      where ${after}::uuid is null or user_id > ${after}::uuid
      order by user_id limit ${portion}
    ), people as materialized (
      select users.id from users where id in (select user_id from told) order by id for key share
    ), made as (
      insert into notices as existing (user_id, event_id, kind, awaits_mail)
      select people.id, ${event.id}, ${kind}, chosen.how in ('mail', 'daily', 'weekly') and (chosen.how <> 'mail' or ${first} <> 'mail')
      from people
      left join notice_settings on notice_settings.user_id = people.id and notice_settings.kind = ${kind}
      cross join lateral (select coalesce(notice_settings.how, ${first}) as how) as chosen
      where chosen.how <> 'off' and people.id is distinct from ${event.actorId}::uuid
        ${isOfAuthor(event) ? sql`` : sql`and people.id is distinct from ${event.publisherId}::uuid`}
      on conflict (user_id, event_id) do update set
        read_at = null,
        awaits_mail = existing.awaits_mail or exists (
          select from notice_settings
          where user_id = excluded.user_id and kind = excluded.kind and how in ('daily', 'weekly')
        )
      where existing.kind = excluded.kind
      returning user_id, (old.user_id is null and new.awaits_mail) as is_mailed
    )
    select
      (select count(*) from told)::int as count,
      (select user_id from told order by user_id desc limit 1) as last,
      array(
        select made.user_id from made join notice_settings on notice_settings.user_id = made.user_id
        where is_mailed and notice_settings.kind = ${kind} and how = 'mail'
        order by made.user_id
      ) as mailed`.execute(db)
  const { count = 0, last = null, mailed = [] } = rows[0] ?? {}
  for (let i = 0; i < mailed.length; i += MAIL_BATCH) {
    const batch = mailed.slice(i, i + MAIL_BATCH)
    await jobs.enqueue(db, NOTICE_MAIL_JOB, { how: 'mail', first: batch[0] ?? '', last: batch.at(-1) ?? '' })
  }
  return { count, last }
}

/** Whether it tells authors of what others do with their books. */
const isOfAuthor = ({ kind }: NoticeEvent) =>
  kind === 'premium' || kind === 'rated' || kind === 'commented' || kind === 'reply'
