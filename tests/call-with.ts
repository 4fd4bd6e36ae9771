import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { $ZodType } from 'zod/v4/core'
import { addressOf } from '#contract/api/client.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { blockPerson } from '#server/moderation/block-person.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'
import { ACCESS, type Actor, ACTORS, answersOf, type Things } from './access-table.ts'

const PROVIDER = 'school'

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

type Shape = { _zod: { def: { shape?: object; in?: Shape; innerType?: Shape; options?: Shape[] } } }

/** The fields of an object schema, behind unions and pipes. */
export const fieldsOf = (schema: $ZodType | undefined): string[] => {
  const def = (schema as Shape | undefined)?._zod.def
  const inner = [def?.in, def?.innerType, ...(def?.options ?? [])].filter((one) => one !== undefined)
  return [...Object.keys(def?.shape ?? {}), ...inner.flatMap((one) => fieldsOf(one as never))]
}

/** New actors and targets for each call, so that no call sees the effects of another. */
export const makeThings = async (
  site: TestSite,
): Promise<{ things: Things; people: Record<Actor, Person | undefined> }> => {
  const [guest, reader, author, other, admin, gone, moderator, suspended, blocked] = await Promise.all([
    site.aGuest(),
    site.aReader(),
    site.anAuthor(),
    site.anAuthor(),
    site.anAdmin(),
    site.aReader(),
    site.aModerator(),
    site.aReader(),
    site.aReader(),
  ])
  await site.services.db.deleteFrom('sessions').where('userId', 'in', [gone._id, suspended._id]).execute()
  const series = randomUUID()
  const [book, premium] = await Promise.all([
    site.aBookRow(author, { seriesId: series, seriesName: 'The Almanacs' }),
    site.aBookRow(author, { isPremium: true }),
  ])
  const comment = await site.services.db
    .insertInto('comments')
    .values({ bookId: book, userId: author._id, text: 'A comment by the author.' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await site.services.db.updateTable('books').set({ commentCount: 1 }).where('id', '=', book).execute()
  await site.services.db
    .updateTable('users')
    .set({ suspendedAt: site.services.now(), suspensionReason: 'Spam.' })
    .where('id', '=', suspended._id)
    .execute()
  await blockPerson(site.services, author._id, blocked._id)
  const people = {
    visitor: undefined,
    guest,
    reader,
    author,
    'other author': other,
    admin,
    'ended session': gone,
    moderator,
    suspended,
    blocked,
  }
  const at = site.services.now()
  const report = await site.services.db
    .insertInto('reportCases')
    .values({
      kind: 'book',
      subjectId: randomUUID(),
      subjectName: 'A Deleted Book',
      ownerId: author._id,
      outcome: 'hidden',
      hasNotice: true,
      hasAnswer: true,
      firstAt: at,
      changedAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const list = await site.services.db
    .insertInto('lists')
    .values({ userId: author._id, name: 'For autumn', visibility: 'public', createdAt: at, changedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await site.services.db
    .insertInto('listBooks')
    .values({ listId: list.id, bookId: book, place: 1, addedAt: at })
    .execute()
  await site.services.db
    .insertInto('signInProviders')
    .values({
      id: PROVIDER,
      addedAt: at,
      settings: JSON.stringify({ name: 'A school', issuer: 'https://127.0.0.1', clientId: 'library' }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // There are few on a site, so one serves until a call has removed it.
  const webhook =
    (await site.services.db.selectFrom('webhooks').select('id').executeTakeFirst()) ??
    (await site.services.db
      .insertInto('webhooks')
      .values({ url: 'https://127.0.0.1/', secret: 'whsec_', events: ['book.published'], madeAt: at })
      .returning('id')
      .executeTakeFirstOrThrow())
  const made = await site.services.db
    .insertInto('imports')
    .values({
      publisherId: author._id,
      madeAt: at,
      name: 'A library',
      folder: '.',
      state: 'ready',
      drawsCovers: false,
      addsDuplicates: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = { comment: comment.id, list: list.id, report: report.id, webhook: webhook.id }
  const further = { provider: PROVIDER, import: made.id, publisher: author.email }
  return { things: { book, series, premium, reader, ...ids, ...further }, people }
}

export interface Prepared {
  call: Endpoint
  url: string
  token: string | undefined
  params: Record<string, unknown>
  body: unknown
  things: Things
}

/** Read calls change nothing, so they share the prepared data of a site. */
const forReads = new WeakMap<TestSite, ReturnType<typeof makeThings>>()

/** A call with valid input and the token of an actor with access. */
export const prepare = async (site: TestSite, call: Endpoint): Promise<Prepared> => {
  const made = (call.method === 'GET' && forReads.get(site)) || makeThings(site)
  if (call.method === 'GET') forReads.set(site, made)
  const { things, people } = await made
  const row = ACCESS[nameOf(call)]
  const actor = ACTORS.find((_, i) => i > 0 && (answersOf(nameOf(call))[i] ?? 500) < 300) ?? 'author'
  const input = row?.input?.(things, actor) ?? {}
  const token = people[actor]?.token
  return { call, url: addressOf(call, input), token, params: input.params ?? {}, body: input.body, things }
}

export interface Overrides {
  method?: string
  url?: string
  headers?: Record<string, string>
  payload?: string | Buffer
}

/** Sends a prepared call with changes. Every response that is not 2xx must have the error body of the API. */
export const answerTo = async (site: TestSite, { call, url, token, body }: Prepared, overrides: Overrides = {}) => {
  const isJson = body !== undefined && !(body instanceof FormData)
  const payload = overrides.payload ?? (isJson ? JSON.stringify(body) : undefined)
  const answer = await site.app.inject({
    method: (overrides.method ?? call.method) as 'GET',
    url: overrides.url ?? url,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...overrides.headers,
    },
    ...(payload !== undefined && { payload }),
  })
  const fault = errorShapeFault(answer)
  if (fault) throw new Error(`${call.method} ${overrides.url ?? url}: ${fault}`)
  return answer
}

/** The status of that answer. */
export const send = async (...args: Parameters<typeof answerTo>) => (await answerTo(...args)).statusCode

/** How every English message of Zod begins. */
const LIBRARY = /^(?:Invalid|Too (?:big|small)|Unrecognized)\b/

/** A message of the validation library among those that are shown. */
export const foreignMessage = ({ message, errors = {} }: { message?: unknown; errors?: unknown }) =>
  [message, ...Object.values(errors as object)].find((text) => LIBRARY.test(String(text)))

const errorShapeFault = (answer: { statusCode: number; body: string; headers: Record<string, unknown> }) => {
  if (answer.statusCode < 400) return undefined
  if (answer.statusCode === 500) return `answered 500`
  const body = JSON.parse(answer.body || '{}') as Record<string, unknown>
  const unknown = Object.keys(body).filter(
    (key) =>
      ![
        'message',
        'type',
        'errors',
        'needsVerification',
        'needsSecondFactor',
        'secondFactor',
        'suggestion',
        'requestId',
      ].includes(key),
  )
  const foreign = foreignMessage(body)
  if (foreign !== undefined) return `a message of the validation library: ${String(foreign)}`
  const isWhole = ['message', 'type', 'requestId'].every((key) => typeof body[key] === 'string' && body[key] !== '')
  return isWhole && unknown.length === 0 ? undefined : `not the one error shape: ${answer.body.slice(0, 200)}`
}

/** What a training of the recommendations writes, which begins by itself at a minute of each hour and tells the caches. */
const TRAINED = ['recommendation_influences', 'recommendation_models', 'cache_batches']

type RowCounts = (db: Database) => Promise<{ name: string; n: number }[]>

/** Prepared, because the plan of so many tables takes far longer than to count their rows. */
const prepareCounts = async (db: Database): Promise<RowCounts> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  )
  const ofEach = tables
    .filter(({ name }) => !TRAINED.includes(name))
    .map(({ name }) => sql`select ${sql.lit(name)}::text as name, count(*)::int as n from ${sql.table(name)}`)
  return preparedQuery(() => sql<{ name: string; n: number }>`${sql.join(ofEach, sql` union all `)}`)
}

let counting: Promise<RowCounts> | undefined
const FIRST_DAY = new Date().toISOString().slice(0, 10)

/** The number of rows in each table that calls write, and of files in each folder. */
export const countRowsAndFiles = async ({ services: { db, storage }, views, clicks }: TestSite) => {
  // The first recommendations of a day add its row of counts, and those of the next day if the test lasts beyond midnight. What
  // is counted in memory is written before rows are.
  await sql`insert into recommendation_days (day) values (${FIRST_DAY}::date), (${FIRST_DAY}::date + 1)
    on conflict do nothing`.execute(db)
  await Promise.all([views.flush(), clicks.flush()])
  const rows = await (await (counting ??= prepareCounts(db)))(db)
  const counts = Object.fromEntries(rows.map(({ name, n }) => [name, n]))
  for (const folder of ['pdf', 'covers', 'people'])
    counts[`files in ${folder}`] = (await Array.fromAsync(storage.list(folder))).length
  return counts
}
