import { sql, type SqlBool } from 'kysely'
import type { Chapter } from '#contract/chapters.ts'
import { isProblem, Problem, PROBLEMS } from '#contract/api/problems.ts'
import { isPublisherSuspended } from '#server/restrictions/is-suspended.ts'
import { keepComments } from '#server/comments/carry-comments.ts'
import {
  type BookInspector,
  formatOf,
  type InspectFile,
  openBookInspector,
  openStored,
} from '#server/formats/formats.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { keepPositions } from '#server/reading/keep-positions.ts'
import { removeUnusedFiles, storedManuscript } from '#server/publishing/files/book-files.ts'
import { ownerPolicy } from '#server/publishing/book-policy.ts'
import { latestVersion } from '#server/publishing/versions/book-versions.ts'
import { assertTakesChapters, readWaiting, toChapter } from './chapters.ts'
import { updateBook } from '#server/publishing/update-book.ts'

interface ChapterToPublish {
  id: string
  chapterId: string
  caller: Caller
  /** Only if its time has come. */
  isDue?: boolean
}

/**
 * Makes a chapter the last one of its book, by `updateBook`: a new version of the book, whose note is the title. Of two
 * processes that do so one fails.
 */
export const publishChapter = async (
  services: Services,
  inspect: InspectFile,
  { id, chapterId, caller, isDue = false }: ChapterToPublish,
): Promise<Chapter> => {
  const { version, pdf } = await assertTakesChapters(services, id, caller)
  const { title, ...waiting } = await readWaiting(services.db, { id, chapterId })
  await using stored = await storedManuscript(services, waiting, 'chapterMissing')
  await updateBook(services, inspect, {
    id,
    policy: ownerPolicy(caller),
    change: { chapter: { title, file: stored.file }, changeNote: title, version },
    also: async (trx) => {
      const latest = await latestVersion(trx, id)
      if (await isOnItsPages(services, pdf, await fileOf(trx, id))) {
        await keepPositions(trx, { bookId: id, version: latest })
        await keepComments(trx, { bookId: id, version: latest })
      }
      const { numUpdatedRows } = await trx
        .updateTable('chapters')
        .set({
          pdf: null,
          pdfBytes: null,
          pageCount: null,
          manuscriptName: null,
          manuscriptBytes: null,
          comingAt: null,
          failure: null,
          addedAt: services.now(),
          version: latest,
        })
        .where('id', '=', chapterId)
        .where('pdf', '=', waiting.pdf)
        .where('title', '=', title)
        .where(isDue ? isStillDue(services.now()) : sql<SqlBool>`true`)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new Problem('changedMeanwhile')
    },
  })
  await removeUnusedFiles(services, { keys: [waiting.pdf] })
  services.log.info({ bookId: id, chapterId }, 'chapter published')
  const row = await services.db.selectFrom('chapters').selectAll().where('id', '=', chapterId).executeTakeFirst()
  if (!row) throw new Problem('chapterNotFound')
  return toChapter(row)
}

const isStillDue = (at: Date) => sql<SqlBool>`
  coming_at <= ${at}
  and not exists (select from books where books.id = chapters.book_id and ${isPublisherSuspended(at)})`

const fileOf = async (trx: Database, id: string): Promise<string> => {
  const { pdf } = await trx.selectFrom('books').select('pdf').where('id', '=', id).executeTakeFirstOrThrow()
  return pdf
}

/**
 * Whether all chapters of a file begin in the next one on the pages on which they began. They do not where the contents had
 * more than a page, as in books from before they counted as one: jobs carry over what is in those.
 */
const isOnItsPages = async ({ storage }: Services, before: string, after: string): Promise<boolean> => {
  const startsOf = async (key: string) => (await formatOf(key).readChapterStarts?.(openStored(storage, key))) ?? []
  // A damaged earlier file must not keep the next version from being published.
  const [earlier, later] = await Promise.all([startsOf(before).catch(() => undefined), startsOf(after)])
  const pages = new Map(later.map(({ spine, page }) => [spine, page]))
  return earlier?.every(({ spine, page }) => pages.get(spine) === page) ?? false
}

/** A run ends before the next one begins, as far as it can. */
const BATCH = 20

/**
 * Publishes the chapters whose time has come, one of each book, in the order of their times. Those after one that could not
 * be made part of its book wait for it; those of a book that is not published, or of a suspended account, wait for that.
 * Each process may run it.
 */
export const publishDueChapters = async (
  services: Services,
  openInspector: () => Pick<BookInspector, 'inspect' | 'close'> = openBookInspector,
): Promise<void> => {
  const due = await selectDue(services)
  if (due.length === 0) return
  const inspector = openInspector()
  try {
    for (const { id, chapterId, publisherId } of due)
      await publishDue(services, inspector.inspect, { id, chapterId, isDue: true, caller: asPublisher(publisherId) })
  } finally {
    inspector.close()
  }
}

/** Those that failed for a reason that may pass, the last ones last. They come after the others, so that they hold up none. */
const failed = new Set<string>()

const selectDue = async ({ db, now }: Services) => {
  const { rows } = await sql<{ id: string; chapterId: string; publisherId: string }>`
    select book_id as id, chapter_id, publisher_id
    from (
      select distinct on (book_id) book_id, chapters.id as chapter_id, publisher_id, coming_at, failure
      from chapters join books on books.id = chapters.book_id
      where coming_at <= ${now()} and books.state = 'published' and publisher_id is not null
        and not ${isPublisherSuspended(now())}
      order by book_id, coming_at, chapters.id
    ) as first
    where failure is null
    order by array_position(${[...failed]}::uuid[], chapter_id) nulls first, coming_at
    limit ${BATCH}`.execute(db)
  return rows
}

/** What another process, its author or a busy machine caused in the meantime: the next run looks again. */
const LATER = new Set(
  (['changedMeanwhile', 'notPublished', 'bookNotFound', 'chapterNotFound', 'chapterIsOut'] as const).map(
    (name) => PROBLEMS[name].message,
  ),
)

/** No session is behind a plan; its policy asks for the account alone. */
export const asPublisher = (id: string): Caller => ({
  id,
  username: '',
  userType: 'author',
  guest: false,
  sessionId: '',
  confirmedAt: new Date(0),
  hasShownFactor: false,
})

const publishDue = async (services: Services, inspect: InspectFile, chapter: Required<ChapterToPublish>) => {
  const { id, chapterId } = chapter
  failed.delete(chapterId)
  try {
    await publishChapter(services, inspect, chapter)
    services.invalidate(['lists', `book:${id}`])
  } catch (error) {
    services.log.error({ err: error, bookId: id, chapterId }, 'a planned chapter did not become part of its book')
    const { type, message } = isProblem(error) ? error : { type: undefined, message: undefined }
    if (message === undefined) failed.add(chapterId)
    if (message === undefined || type === 'overloaded' || LATER.has(message)) return
    await services.db
      .updateTable('chapters')
      .set({ failure: message })
      .where('id', '=', chapterId)
      .where('comingAt', 'is not', null)
      .execute()
    services.invalidate([`book:${id}`])
  }
}
