import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import type { COVER_CHOICES } from '#contract/publishing.ts'
import type { UploadedFile } from '#contract/api/uploaded-file.ts'
import type { Cover } from '#covers/draw-cover.ts'
import { coverFiles, coverKey } from '#server/books/cover-key.ts'
import type { FileFacts } from '#server/formats/book-format.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { checksumOf, deleteChecksums, readChecksums, saveChecksums } from '#server/platform/file-integrity/checksums.ts'
import { rethrowImageError } from '#server/platform/images/image-error.ts'
import type { EncodedCover } from '#server/platform/images/image-processor.ts'
import type { Services } from '#server/platform/services.ts'
import { settleAll } from '#server/platform/settle-all.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

export type CoverChoice = (typeof COVER_CHOICES)[number]

const SELECT_IMAGE = 'Please select an image'

interface CoverSources {
  words: Cover
  inspected: Pick<FileFacts, 'firstPage' | 'cover'> | undefined
  image: UploadedFile | undefined
}

/** Makes the chosen cover in every size. */
export const makeCover = async (
  { images }: Services,
  choice: CoverChoice,
  { words, inspected, image }: CoverSources,
): Promise<EncodedCover> => {
  if (choice === 'series') return images.drawCover(words).catch(rethrowImageError)
  if (choice === 'first-page') {
    if (!inspected?.firstPage) throw noCover('An EPUB has no first page: choose another cover.')
    return images.encodeFirstPage(inspected.firstPage.png, words.genre).catch(rethrowImageError)
  }
  if (choice === 'file') {
    if (!inspected?.cover) throw noCover('This file has no cover of its own: choose another cover.')
    return images.encodeCover(inspected.cover).catch(rethrowImageError)
  }
  if (!image) throw new Problem('invalid', { message: SELECT_IMAGE, errors: { image: SELECT_IMAGE } })
  return images.encodeCover(image.path).catch(rethrowImageError)
}

const noCover = (message: string) => new Problem('invalid', { message, errors: { cover: message } })

/** A cover's columns in the row of its book; `seed` is null unless it is of the series. */
export const toCoverColumns = ({ hash, color, isMounted }: EncodedCover, seed: number | null) => ({
  cover: hash,
  coverColor: color,
  coverMounted: isMounted,
  coverSeed: seed,
})

/** Nobody removes it before the transaction has ended. */
export const addCover = async (trx: Database, storage: Storage, cover: EncodedCover) => {
  await lockCover(trx, cover.hash)
  await storeCover(storage, cover)
  await saveCoverChecksums(trx, cover)
}

/** The same of one that many books have: it is only stored if it isn't there. */
export const keepSharedCover = async (trx: Database, storage: Storage, cover: EncodedCover) => {
  await sql`select pg_advisory_xact_lock_shared(${coverLock(cover.hash)})`.execute(trx)
  const { name, keys } = coverFiles(cover.hash)
  const [sums, ...sizes] = await Promise.all([readChecksums(trx, name), ...keys.map((key) => storage.size(key))])
  if (!sums || sizes.includes(undefined)) {
    await storeCover(storage, cover)
    await saveCoverChecksums(trx, cover)
  }
}

export const storeCover = ({ put }: Storage, { hash, files }: EncodedCover) =>
  settleAll(files.map(({ name, bytes }) => put(coverKey(hash, name), bytes)))

const saveCoverChecksums = async (trx: Database, { hash, files }: EncodedCover) => {
  const contents = new Map(files.map(({ name, bytes }) => [coverKey(hash, name), bytes]))
  const { name, keys } = coverFiles(hash)
  const sums = await Promise.all(keys.map((key) => checksumOf([contents.get(key) ?? Buffer.alloc(0)])))
  await saveChecksums(trx, name, sums)
}

/** Also waits for a transaction in any process that has stored the same cover and not committed yet. */
export const removeUnusedCover = (services: Services, hash: string, keys = coverFiles(hash).keys) =>
  services.db.transaction().execute(async (trx) => {
    await lockCover(trx, hash)
    const used = await trx.selectFrom('books').select('id').where('cover', '=', hash).limit(1).executeTakeFirst()
    if (used) return
    await Promise.all(keys.map((key) => services.storage.remove(key)))
    await deleteChecksums(trx, [coverFiles(hash).name])
  })

const lockCover = async (trx: Database, hash: string) => {
  await sql`select pg_advisory_xact_lock(${coverLock(hash)})`.execute(trx)
}

const coverLock = (hash: string) => sql`hashtextextended(${`cover ${hash}`}, 0)`
