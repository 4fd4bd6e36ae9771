import { DAY_MS } from '#contract/values/durations.ts'
import { profileImageFiles, profileImageName } from '#server/accounts/profile/profile-image-key.ts'
import { bookFiles, coverFiles } from '#server/books/cover-key.ts'
import {
  checksumOf,
  digestOf,
  type FileSet,
  readChecksums,
  reportDamage,
  reportWhole,
  saveChecksums,
  withDigest,
} from '#server/platform/file-integrity/checksums.ts'
import type { Services } from '#server/platform/services.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { otherFiles } from '#server/publishing/versions/book-versions.ts'

export const SCRUB_JOB = 'scrub-files'
/** All files are read once in this time. */
const EVERY_MS = 7 * DAY_MS
/** Shorter than the hour between two runs, and than the time after which the queue gives up a job. */
const RUN_MS = 10 * 60_000
const SAVE_EVERY_MS = 10_000
const BATCH = 200

/**
 * Reads the files of books and accounts, compares them with their checksums, and records the damaged ones. One run ends
 * after ten minutes, and the next one goes on there.
 */
export const scrubFiles = async (services: Services, runMs = RUN_MS): Promise<{ damaged: string[] }> => {
  const { now, log } = services
  const last = await services.db.selectFrom('fileScrubs').selectAll().executeTakeFirst()
  const damaged: string[] = []
  if (last?.endedAt && now().getTime() - last.begunAt.getTime() < EVERY_MS) return { damaged }
  const begunAt = last && !last.endedAt ? last.begunAt : now()
  let after = last && !last.endedAt ? last.after : ''
  const save = (endedAt: Date | null) => saveProgress(services, { begunAt, after, endedAt })
  const endsAt = performance.now() + runMs
  let savedAt = performance.now()
  for await (const { position, files } of fileSetsAfter(services, after)) {
    for (const set of files) if (await isDamaged(services, set)) damaged.push(set.name)
    after = position
    if (performance.now() > savedAt + SAVE_EVERY_MS) {
      await save(null)
      savedAt = performance.now()
    }
    if (performance.now() > endsAt) break
  }
  await save(performance.now() > endsAt ? null : now())
  if (damaged.length > 0) log.error({ files: damaged.slice(0, 20), count: damaged.length }, 'damaged files found')
  return { damaged }
}

interface Progress {
  begunAt: Date
  after: string
  endedAt: Date | null
}

const saveProgress = async ({ db }: Services, progress: Progress) => {
  await db
    .insertInto('fileScrubs')
    .values({ id: true, ...progress })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...progress }))
    .execute()
}

/** Files of which none is there are found by the sweep. */
const isDamaged = async ({ db, storage, now }: Services, set: FileSet): Promise<boolean> => {
  const known = await readChecksums(db, set.name)
  let found = await readSums(storage, set)
  if (found.includes(UNREADABLE)) {
    // Throws if the storage is down: then it is not these files that can't be read.
    await storage.check()
    found = await readSums(storage, set)
  }
  if (!known && found.includes(UNREADABLE)) return true
  const expected = known?.sums ?? (found.every((sum) => sum !== undefined) ? firstSums(set, found) : undefined)
  if (!expected) return false
  if (!known) await saveChecksums(db, set.name, expected)
  const isGone = found.every((sum) => sum === undefined)
  const isWhole = isGone || found.every((sum, at) => sum && expected[at]?.equals(sum))
  if (!isWhole) await reportDamage(db, set.name, now())
  else if (known?.damagedAt) await reportWhole(db, set.name)
  return !isWhole
}

const readSums = (storage: Storage, { keys }: FileSet) =>
  Promise.all(keys.map((key) => checksumOf(storage.read(key)).catch(withoutChecksum)))

/** A cover is named by the digest of its first file, so damage from before the checksums is seen in that one. */
const firstSums = ({ name }: FileSet, found: Buffer[]): Buffer[] => {
  const [first, ...others] = found
  const hash = /^covers\/..\/([\da-f]{32})$/.exec(name)?.[1]
  return first && hash && digestOf(first) !== hash ? [withDigest(first, hash), ...others] : found
}

/** Replaces the checksum of a file that exists and can't be read: it counts as damaged. */
const UNREADABLE = Buffer.alloc(0)

const withoutChecksum = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  if (error.code === 'EIO' || error.code === 'EACCES') return UNREADABLE
  throw error
}

const BOOK = 'book '
const USER = 'user '
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The files of all books by id, then the pictures of all accounts and pen names. */
async function* fileSetsAfter({ db }: Services, after: string): AsyncGenerator<{ position: string; files: FileSet[] }> {
  if (!after.startsWith(USER)) {
    const select = (id: string) =>
      db
        .selectFrom('books')
        .select(['id', 'pdf', 'cover', otherFiles.as('others')])
        .where('id', '>', id)
        .orderBy('id')
        .limit(BATCH)
        .execute()
    for await (const { id, pdf, cover, others } of inBatches(select, after.slice(BOOK.length)))
      yield { position: BOOK + id, files: [...[pdf, ...others].map(bookFiles), coverFiles(cover)] }
  }
  const select = (id: string) =>
    db
      .selectFrom('users')
      .select(['id', 'profileImage as image'])
      .where('profileImage', 'is not', null)
      .where('id', '>', id)
      .unionAll(db.selectFrom('penNames').select(['id', 'image']).where('image', 'is not', null).where('id', '>', id))
      .orderBy('id')
      .limit(BATCH)
      .execute()
  for await (const { id, image } of inBatches(select, after.startsWith(USER) ? after.slice(USER.length) : ''))
    yield { position: USER + id, files: [profileImageFiles(profileImageName(image ?? ''))] }
}

async function* inBatches<Row extends { id: string }>(select: (after: string) => Promise<Row[]>, after: string) {
  for (let rows = await select(after || FIRST_ID); ;) {
    const last = rows.at(-1)
    if (!last) return
    yield* rows
    rows = await select(last.id)
  }
}
