import { sql } from 'kysely'
import type { Endpoint } from '#contract/api/endpoint.ts'
import type { READER_AGES } from '#contract/shapes/filters.ts'
import { Problem } from '#contract/api/problems.ts'
import type { AdminSiteSettings } from '#contract/site-admin.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { currentPage } from '#server/platform/http/response-cache/page-dependencies.ts'
import type { RunWithServices } from '#server/platform/http/response-cache/replica-reads.ts'
import type { Services } from '#server/platform/services.ts'

type ReaderAge = (typeof READER_AGES)[number]

/** Paths that name one book, which visitors may see. */
const OF_ONE_BOOK = /^\/books\/(?:public\/premium\/)?:id(?:\/|$)/

/**
 * Keeps books for readers above an age from visitors, where the site asks for it: a call about one of them is refused, and
 * what lists books leaves them out. It looks at answers, so that no list can forget it; a page of a list can be shorter.
 */
export const hideOlderBooks =
  (run: RunWithServices, readSetting: () => Promise<AdminSiteSettings['visitorAge']>): RunWithServices =>
  async (call, request, handle) => {
    const age = isOpenTo(call, request) ? await readSetting() : 'all'
    if (age === 'all') return run(call, request, handle)
    request.cachedFor = request.caller ? 'members' : 'visitors'
    if (request.caller) return run(call, request, handle)
    const page = currentPage()
    if (page) page.isForVisitors = true
    return run(call, request, async (services) => {
      const forVisitors = { ...services, visitorAge: age }
      if (OF_ONE_BOOK.test(call.path)) await assertNotOlder(forVisitors, (request.params as { id: string }).id)
      const answer = await handle(forVisitors)
      return call.fileType ? answer : withoutOlder(services.db, answer, age)
    })
  }

const isOpenTo = ({ access }: Endpoint, { isOpen }: { isOpen: boolean }) => isOpen || access === 'open'

/** Refuses a book that names a greater age than the one of the books that visitors see, where there is one. */
export const assertNotOlder = async ({ db, visitorAge }: Pick<Services, 'db' | 'visitorAge'>, id: string) => {
  if (visitorAge && (await olderOf(db, [id], visitorAge)).size > 0) throw new Problem('olderReaders')
}

/** The books among these that name a greater age. */
const olderOf = async (db: Database, ids: string[], age: ReaderAge): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select id from books where id = any(${ids}::uuid[]) and age > ${Number(age)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const withoutOlder = async <T>(db: Database, answer: T, age: ReaderAge): Promise<T> => {
  const ids = new Set<string>()
  collectIds(answer, ids)
  const older = ids.size > 0 ? await olderOf(db, [...ids], age) : ids
  return older.size > 0 ? (leaveOut(answer, older) as T) : answer
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const collectIds = (value: unknown, ids: Set<string>): void => {
  if (!isObject(value)) return
  const { _id: id } = value
  if (typeof id === 'string' && UUID.test(id)) ids.add(id)
  for (const part of Object.values(value)) collectIds(part, ids)
}

/** Without the books, what names one as its `book`, and fields that are one. */
const leaveOut = (value: unknown, older: Set<string>): unknown => {
  const isOlder = (part: unknown): boolean =>
    isObject(part) && (older.has(part['_id'] as string) || (isObject(part['book']) && isOlder(part['book'])))
  if (Array.isArray(value)) return value.filter((part) => !isOlder(part)).map((part) => leaveOut(part, older))
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([, part]) => !isOlder(part))
  return Object.fromEntries(kept.map(([name, part]) => [name, leaveOut(part, older)]))
}
