import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { DEVICE_MAX } from '#contract/values/reading.ts'
import { isProblem } from '#contract/api/problems.ts'
import type { ElementPlaces } from '#server/formats/book-format.ts'
import { formatOf, openStored } from '#server/formats/formats.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { StoredBook } from '#server/formats/stored-book.ts'
import type { Services } from '#server/platform/services.ts'
import { getPosition } from '#server/reading/position.ts'
import { pageAt, shareOf } from '#server/reading/same-share.ts'
import { savePosition } from '#server/reading/save-position.ts'
import { fromKepub, type Progress, toKepub, toPage, toProgress } from './convert-place.ts'
import { type DocumentFile, findDocument } from './find-document.ts'

/** The oldest documents of a person beyond these are forgotten. */
const DOCUMENTS_KEPT = 2000
/** Exact places in EPUBs, for which this process reads a chapter. Beyond these the beginning of the chapter has to do. */
const EXACT_BY_PERSON = { max: 60, seconds: 60 }

export interface DocumentPlace extends Progress {
  document: string
  /** The model, as it names itself. */
  device: string
  deviceId: string
}

/**
 * Stores where a reading app is in a document. If that is a file of a book, the app is another device of its reader: the
 * reader is asked elsewhere, and the position across devices is never moved back. Returns when it was stored.
 *
 * A place is late if somebody has read on elsewhere since the device was heard of before: KOReader keeps places in a queue
 * while it has no network, and sends them before it asks for the newest one.
 */
export const savePlace = async (services: Services, userId: string, place: DocumentPlace): Promise<Date> => {
  const file = await findDocument(services.db, userId, place.document)
  const aheadAt = file ? await savePage(services, userId, file, place) : null
  const at = services.now()
  const { document, progress, percentage, device, deviceId } = place
  const { rows } = await sql<{ isNew: boolean }>`
    insert into kosync_places as known (user_id, document, progress, percentage, device, device_id, saved_at, is_late)
    values (
      ${userId}, ${document}, ${progress}, ${percentage}, ${device}, ${deviceId}, ${at}, ${aheadAt}::timestamptz is not null
    )
    on conflict (user_id, document) do update
    set
      progress = excluded.progress, percentage = excluded.percentage, device = excluded.device,
      device_id = excluded.device_id, saved_at = excluded.saved_at,
      is_late = excluded.is_late and (
        known.is_late or known.device_id <> excluded.device_id or known.saved_at < ${aheadAt}::timestamptz
      )
    returning old.user_id is null as is_new`.execute(services.db)
  if (rows[0]?.isNew) await forgetOldest(services, userId)
  return at
}

/** On the elements of the current file, where the document has them too; undefined where that is not known. */
const inElements = async <Found>(
  { storage, log, limiter }: Services,
  userId: string,
  { bookId, currentKey, isOnItsPages }: DocumentFile,
  find: (places: ElementPlaces, book: StoredBook) => Promise<Found>,
): Promise<Found | undefined> => {
  const { elementPlaces } = formatOf(currentKey)
  if (!elementPlaces || !isOnItsPages) return undefined
  if (!limiter.allows(`kosync places ${userId}`, EXACT_BY_PERSON)) return undefined
  try {
    return await find(elementPlaces, openStored(storage, currentKey))
  } catch (error) {
    // The chapter is known all the same.
    log.warn({ bookId, err: error }, 'place in a book not found')
    return undefined
  }
}

/** Stores the place as one of the book. Returns when somebody has read further than it on another device, if so. */
const savePage = async (
  services: Services,
  userId: string,
  file: DocumentFile,
  inDocument: DocumentPlace,
): Promise<Date | null> => {
  const place = file.isKepub ? { ...inDocument, progress: fromKepub(inDocument.progress) } : inDocument
  const { bookId, fileVersion, isOnItsPages, pageCount, currentCount } = file
  const isEnd = place.percentage === 1
  const exact = isEnd
    ? undefined
    : await inElements(services, userId, file, (places, book) => places.placeOf(book, place.progress))
  const page = isEnd ? pageCount : (exact?.page ?? toPage(file, place))
  const step = services.now().getTime()
  const currentPage = isOnItsPages ? page : pageAt(shareOf(page, pageCount), currentCount)
  try {
    const { others } = await savePosition(services, {
      userId,
      bookId,
      step,
      seen: 0,
      device: {
        id: deviceIdOf(userId, place),
        name: [...place.device].slice(0, DEVICE_MAX).join('').trim() || 'KOReader',
      },
      // The device tells no time zone.
      ...(isEnd && { read: { timeZone: 'UTC', turns: [{ step, page, msAgo: 0 }] } }),
      // A version that was removed has no page counts to convert by later.
      ...(exact?.cfi !== undefined && { cfi: exact.cfi }),
      ...(fileVersion === null ? { page: currentPage } : { page, fileVersion }),
    })
    const ahead = others.find((other) => other.page > currentPage)
    return ahead ? new Date(ahead.readAt) : null
  } catch (error) {
    // The book was deleted or hidden in this moment.
    if (!isProblem(error) || error.type !== 'not_found') throw error
    return null
  }
}

/** The id of a device among those of a reader, made from the one that it generated for itself. */
const deviceIdOf = (userId: string, { deviceId, device }: Pick<DocumentPlace, 'deviceId' | 'device'>): string =>
  hash('sha256', `kosync ${userId} ${deviceId || device}`)
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const forgetOldest = ({ db }: Services, userId: string) =>
  sql`
    delete from kosync_places
    where user_id = ${userId} and document in (
      select document from kosync_places where user_id = ${userId}
      order by saved_at desc offset ${DOCUMENTS_KEPT}
    )`.execute(db)

/** The latest place of a person in a document, on any of their devices; undefined if there is none. */
export const readPlace = async (
  services: Services,
  userId: string,
  document: string,
): Promise<(DocumentPlace & { savedAt: Date }) | undefined> => {
  const stored = await storedPlace(services.db, userId, document)
  const file = await findDocument(services.db, userId, document)
  const onSite = file && (await readPage(services, userId, file, stored?.isLate ? stored : undefined))
  if (!onSite || (stored && !stored.isLate && stored.savedAt >= onSite.savedAt)) return stored
  if (stored?.isLate) await markAsTold(services.db, userId, document)
  return { document, ...onSite }
}

const storedPlace = (db: Database, userId: string, document: string) =>
  db
    .selectFrom('kosyncPlaces')
    .select(['document', 'progress', 'percentage', 'device', 'deviceId', 'savedAt', 'isLate'])
    .where('userId', '=', userId)
    .where('document', '=', document)
    .executeTakeFirst()

/** From now on the device knows where somebody has read on: if it stays behind, that was chosen. */
const markAsTold = (db: Database, userId: string, document: string) =>
  db
    .updateTable('kosyncPlaces')
    .set({ isLate: false })
    .where('userId', '=', userId)
    .where('document', '=', document)
    .execute()

/** The place that was read last on any device, in a file of its book; further than a device that is behind, if one is named. */
const readPage = async (
  services: Services,
  userId: string,
  file: DocumentFile,
  behind: Pick<DocumentPlace, 'deviceId' | 'device'> | undefined,
) => {
  const { bookId, isOnItsPages, pageCount, currentCount } = file
  const deviceId = behind && deviceIdOf(userId, behind)
  const { own, others } = await getPosition(services, { userId, bookId, deviceId })
  const latest = others.find(({ page }) => page > (own?.page ?? 0)) as
    | ((typeof others)[number] & { deviceId: string })
    | undefined
  if (!latest) return undefined
  const page = isOnItsPages ? latest.page : pageAt(shareOf(latest.page, currentCount), pageCount)
  const progress = toProgress(file, Math.min(page, pageCount))
  const path =
    page <= pageCount
      ? await inElements(services, userId, file, (places, book) => places.pathOf(book, latest))
      : undefined
  const { device, readAt } = latest
  // The number of a browser is what log-ins know it by.
  return (
    progress && {
      ...progress,
      progress: file.isKepub ? toKepub(path ?? progress.progress) : (path ?? progress.progress),
      device,
      deviceId: deviceIdOf(userId, latest),
      savedAt: new Date(readAt),
    }
  )
}
