import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { coverKey } from '#server/books/cover-key.ts'
import { bookKeyOf, fileKeysOf, FORMATS } from '#server/formats/formats.ts'
import { deleteChecksums } from '#server/platform/file-integrity/checksums.ts'
import type { Services } from '#server/platform/services.ts'
import { removeUnusedCover } from '#server/publishing/book-covers.ts'
import { usedFiles } from './book-files.ts'
import { otherFiles } from '#server/publishing/versions/book-versions.ts'

export const SWEEP_JOB = 'sweep-files'
/** Longer than any upload takes. */
const GRACE_MS = 60 * 60_000
const BATCH = 500
/** So many books are looked at together: more would hold up the files that readers load from an object store. */
const TOGETHER = 16
/** Shorter than the time after which the queue gives up a job. */
const CHECK_MS = 10 * 60_000
const COVERS = 'covers'

/** So many books without a file are named in the log. */
const NAMED = 20
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Removes the files that broken uploads left behind, unless there are no books at all, and reports books without their
 * file or their cover, the first ones by their ids. One run checks books for ten minutes; the next one in this process
 * continues where it stopped.
 */
export const sweepFiles = async (
  services: Services,
  olderThan = new Date(Date.now() - GRACE_MS),
  checkMs = CHECK_MS,
) => {
  await sweepTemp(services, olderThan)
  let removed = 0
  const folders = [...FORMATS.map((format) => format.folder), COVERS]
  if (await hasBooks(services)) for (const folder of folders) removed += await sweepFolder(services, olderThan, folder)
  // The rows may have yet to be restored.
  else if (await hasFiles(services, folders)) services.log.warn('there are files but no books: no file is removed')
  const { missing, count } = await checkBooks(services, checkMs)
  if (removed > 0) services.log.info({ removed }, 'files without a book removed')
  if (count > 0) services.log.error({ books: missing, count }, 'books without a file')
  return { removed, missing }
}

const hasBooks = async ({ db }: Services) =>
  (await db.selectFrom('books').select('id').limit(1).executeTakeFirst()) !== undefined

const hasFiles = async ({ storage }: Services, folders: string[]) => {
  for (const folder of folders) for await (const _ of storage.list(folder)) return true
  return false
}

const sweepTemp = async ({ storage }: Services, olderThan: Date) => {
  for (const name of await readdir(storage.tempFolder)) {
    const path = join(storage.tempFolder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtime < olderThan) await rm(path, { force: true, recursive: true })
  }
}

const sweepFolder = async (services: Services, olderThan: Date, folder: string) => {
  let removed = 0
  let batch: string[] = []
  const flush = async () => {
    const orphans = await orphansAmong(services, folder, batch)
    if (folder !== COVERS) {
      await Promise.all(orphans.map((key) => services.storage.remove(key)))
      await deleteChecksums(services.db, orphans)
    }
    // A cover may be published again at this moment: its lock is held while it is removed.
    else for (const key of orphans) await removeUnusedCover(services, hashFrom(key), [key])
    removed += orphans.length
    batch = []
  }
  for await (const { key, changedAt } of services.storage.list(folder)) {
    if (changedAt < olderThan) batch.push(key)
    if (batch.length >= BATCH) await flush()
  }
  await flush()
  return removed
}

const orphansAmong = async ({ db }: Services, folder: string, keys: string[]) => {
  if (keys.length === 0) return []
  const names = new Map(keys.map((key) => [key, folder === COVERS ? hashFrom(key) : bookKeyOf(key)]))
  const used = await (folder === COVERS ? usedCovers : usedFiles)(db, [...names.values()])
  return keys.filter((key) => !used.has(names.get(key) ?? ''))
}

const usedCovers = async (db: Services['db'], hashes: string[]) => {
  const named = await db.selectFrom('books').select('cover').where('cover', 'in', hashes).execute()
  return new Set(named.map(({ cover }) => cover))
}

const hashFrom = (key: string) => /([^/.-]+)[^/]*$/.exec(key)?.[1] ?? ''

/** The book after which the next run goes on, by database. */
const checkedUpTo = new WeakMap<Services['db'], string>()

/** Looks for the files of books, and records for administrators which books lack one. */
const checkBooks = async (services: Services, checkMs: number) => {
  const missing: string[] = []
  let count = 0
  let after = checkedUpTo.get(services.db) ?? BEFORE_ALL
  const endsAt = performance.now() + checkMs
  do {
    const books = await services.db
      .selectFrom('books')
      .select(['id', 'pdf', 'cover', otherFiles.as('others')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const last = books.at(-1)
    if (last) {
      const lost = await withoutFile(services, books)
      await recordMissing(services, { after, last: last.id, lost })
      missing.push(...lost.slice(0, NAMED - missing.length))
      count += lost.length
    }
    after = last && books.length === BATCH ? last.id : BEFORE_ALL
    checkedUpTo.set(services.db, after)
  } while (after !== BEFORE_ALL && performance.now() < endsAt)
  return { missing, count }
}

interface StoredBook {
  id: string
  pdf: string
  cover: string
  /** The other files that are stored for it. */
  others: string[]
}

/** The ids of these books that lack a file. */
const withoutFile = async ({ storage }: Services, books: StoredBook[]) => {
  // Only the full-size image is checked: all sizes of a cover are stored and removed together.
  const lacksFile = async ({ pdf, cover, others }: StoredBook) => {
    const keys = [...[pdf, ...others].flatMap(fileKeysOf), coverKey(cover, '.webp')]
    return (await Promise.all(keys.map((key) => storage.size(key)))).includes(undefined)
  }
  const lost: string[] = []
  for (let at = 0; at < books.length; at += TOGETHER) {
    const portion = books.slice(at, at + TOGETHER)
    const lacking = await Promise.all(portion.map(lacksFile))
    lost.push(...portion.filter((_, i) => lacking[i]).map(({ id }) => id))
  }
  return lost
}

/** Stores which of the books after one id up to another lack their file. Those that were deleted meanwhile are left out. */
const recordMissing = async (
  { db }: Services,
  { after, last, lost }: { after: string; last: string; lost: string[] },
) => {
  await sql`
    delete from missing_files where book_id > ${after} and book_id <= ${last} and book_id <> all (${lost}::uuid[])
  `.execute(db)
  if (lost.length > 0)
    await sql`
      insert into missing_files (book_id) select id from books where id = any (${lost}::uuid[]) on conflict do nothing
    `.execute(db)
}
