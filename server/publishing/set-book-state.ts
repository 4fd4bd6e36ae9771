import { sql, type SqlBool } from 'kysely'
import * as z from 'zod/mini'
import type { input, output } from 'zod/v4/core'
import { DAY_MS } from '#contract/values/durations.ts'
import { BookForm, PLAN_MAX_DAYS } from '#contract/publishing.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Rights } from '#contract/shapes/rights.ts'
import { isPublisherSuspended } from '#server/restrictions/is-suspended.ts'
import { lockBooks } from '#server/locks/lock-order.ts'
import type { InspectFile } from '#server/formats/formats.ts'
import { READ_DIGESTS_JOB } from '#server/kosync/read-digests.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import { recordEvent, TELL_JOB } from '#server/notices/record-event.ts'
import { parsed } from '#server/platform/http/request/validate.ts'
import type { Services } from '#server/platform/services.ts'
import { queueWebhooks } from '#server/webhooks/queue-webhooks.ts'
import { lockBookForChange, ownerPolicy, readBookForChange } from './book-policy.ts'
import { declareRights, sha256OfStored } from './rights.ts'
import { listSameFiles } from './files/same-files.ts'
import { updateBook } from './update-book.ts'

type Target = { rights?: Rights | undefined } & (
  | { state: 'published' }
  | { state: 'withdrawn'; rights?: undefined }
  | { state: 'planned'; publishAt: string }
)

interface StateChange {
  id: string
  caller: Caller
  target: Target
}

type Form = input<typeof BookForm>
/** The required fields of the form. The compiler demands that each is named below. */
type RequiredFields = { [Field in keyof Form as {} extends Pick<Form, Field> ? never : Field]: true }
/** A draft becomes a book when it has these, beside its file. */
const WORDS = { title: true, author: true, caption: true, genre: true } satisfies Omit<RequiredFields, 'pdfFile'>
const Words = z.pick(BookForm, WORDS)

/**
 * Publishes an own book now or at a time, or withdraws it; ratings, comments and readers' places stay. A plan that is
 * withdrawn before its time leaves the book as it was before. `rights` are declared of the file that it has.
 */
export const setBookState = async (
  services: Services,
  inspect: InspectFile,
  { id, caller, target }: StateChange,
): Promise<void> => {
  const policy = ownerPolicy(caller)
  const publishAt = target.state === 'planned' ? planTime(services, target.publishAt) : null
  let before = await readBookForChange(services.db, policy, id)
  if (target.state !== 'withdrawn') {
    assertWords(before)
    const { state, coverSeed, manuscriptName } = before
    const isDrawn = coverSeed !== null
    if (state === 'draft' && (isDrawn || manuscriptName !== null)) {
      // Its words may have changed since the cover was drawn and the file was made.
      const cover = isDrawn ? ({ cover: 'series', coverSeed } as const) : {}
      await updateBook(services, inspect, { id, policy, change: { ...cover, remakes: manuscriptName !== null } })
      before = await readBookForChange(services.db, policy, id)
    }
  }
  const { rights } = target
  const sha256 = rights && (await sha256OfStored(services, before.pdf))
  const cover = await services.db.transaction().execute(async (trx) => {
    const book = await lockBookForChange(trx, policy, { id, version: undefined })
    if (rights && sha256) {
      if (book.pdf !== before.pdf) throw new Problem('changedMeanwhile')
      await declareRights({ ...services, db: trx }, { bookId: id, rights, sha256, userId: caller.id })
    }
    if (target.state === 'withdrawn') await withdraw(services, trx, { id, state: book.state })
    else {
      assertWords(book)
      if (publishAt) await plan(trx, { id, state: book.state, publishAt })
      else if (book.state !== 'published') await publish(services, trx, id)
    }
    return book.cover
  })
  services.invalidate([`cover:${cover}`])
  for (const job of [READ_DIGESTS_JOB, TELL_JOB]) services.jobs.runSoon(job)
  services.log.info({ bookId: id, state: target.state }, 'book changed its state')
}

const assertWords = ({ title, author, caption, genre }: Record<keyof output<typeof Words>, string>) =>
  parsed(Words, { title, author, caption, genre })

/**
 * Publishes the planned books whose time has come, except those of suspended accounts, which wait. Each has a transaction of
 * its own, so that one that fails does not keep others from being published. Each process may run it: a book is published once.
 */
export const publishPlanned = async (services: Services): Promise<void> => {
  const { db, jobs, now, invalidate, log } = services
  const isDue = () => sql<SqlBool>`publish_at <= ${now()} and not ${isPublisherSuspended(now())}`
  const due = await db
    .selectFrom('books')
    .select('id')
    .where('state', '=', 'planned')
    .where(isDue())
    .orderBy('publishAt')
    .limit(PLANNED_BATCH)
    .execute()
  for (const { id } of due) {
    const isPublished = await db
      .transaction()
      .execute(async (trx) => {
        // The next statement has a snapshot taken after this lock: it sees a hiding or suspension committed meanwhile.
        await lockBooks(trx, sql`select ${id}::uuid`)
        return publish(services, trx, id, isDue())
      })
      .catch((error: unknown) => log.error({ err: error, bookId: id }, 'planned book not published'))
    if (!isPublished) continue
    invalidate(['lists', `book:${id}`])
    for (const job of [READ_DIGESTS_JOB, TELL_JOB]) jobs.runSoon(job)
    log.info({ bookId: id }, 'planned book published')
  }
}

const PLANNED_BATCH = 100

/** The book is as new as its first publication. */
const publish = async (
  { jobs, now }: Services,
  trx: Database,
  id: string,
  only = sql<SqlBool>`true`,
): Promise<boolean> => {
  const { rows } = await sql<{ isFirst: boolean; publisherId: string | null }>`
    update books set
      state = 'published', publish_at = null, withdrawn_at = null,
      is_hidden = book_is_hidden('published', id, publisher_id),
      created_at = case when published_at is null then ${now()} else created_at end,
      published_at = coalesce(published_at, ${now()})
    where id = ${id} and state <> 'published' and ${only}
    returning old.published_at is null as is_first, new.publisher_id`.execute(trx)
  const [published] = rows
  if (!published) return false
  await listSameFiles(trx, id)
  await queueWebhooks({ db: trx, jobs, now }, 'book.published', { _id: id })
  if (published.isFirst)
    await recordEvent(trx, { kind: 'published', bookId: id, actorId: published.publisherId, at: now() })
  return true
}

const plan = async (trx: Database, { id, state, publishAt }: { id: string; state: string; publishAt: Date }) => {
  if (state === 'published') throw new Problem('isPublished')
  await trx
    .updateTable('books')
    .set({ state: 'planned', publishAt, withdrawnAt: null, isHidden: true })
    .where('id', '=', id)
    .execute()
}

const withdraw = async ({ now }: Services, trx: Database, { id, state }: { id: string; state: string }) => {
  if (state === 'draft') throw new Problem('notPublished')
  if (state === 'withdrawn') return
  await sql`
    update books set
      state = case when state = 'planned' and published_at is null then 'draft' else 'withdrawn' end,
      withdrawn_at = case when state = 'planned' and published_at is null then null else ${now()}::timestamptz end,
      published_at = case when state = 'planned' then published_at else coalesce(published_at, created_at) end,
      publish_at = null, is_hidden = true
    where id = ${id}`.execute(trx)
}

/** A time of a plan: in the future, at most a year away. `field` names it in an error. */
export const planTime = ({ now }: Services, time: string, field = 'publishAt'): Date => {
  const at = new Date(time)
  const message =
    at <= now()
      ? 'The time of publication must be in the future.'
      : at.getTime() > now().getTime() + PLAN_MAX_DAYS * DAY_MS
        ? 'The time of publication is at most a year away.'
        : undefined
  if (message) throw new Problem('invalid', { message, errors: { [field]: message } })
  return at
}
