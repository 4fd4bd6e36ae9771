import { PREMIUM_MAX_YEARS } from '#contract/admin.ts'
import type { Genre } from '#contract/genres.ts'
import { Problem } from '#contract/problems.ts'
import type { UploadedFile } from '#contract/uploaded-file.ts'
import { coversUrl } from '#server/books/book-serializer.ts'
import type { InspectPdf } from '#server/pdf-inspection/inspect-pdf.ts'
import { sanitizePdfFileName } from '#server/pdf-inspection/pdf-file-name.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import type { Services } from '#server/platform/services.ts'
import { READ_TEXTS_JOB, replaceBookText } from '#server/search-inside/read-book-texts.ts'
import {
  type CoverChoice,
  inspectStoredPdf,
  inspectUploadedPdf,
  makeCover,
  newPdfKey,
  removeUnusedFiles,
  toCoverColumns,
  withNewFiles,
} from './book-files.ts'
import { assertVersion, BOOK_COLUMNS, type BookPolicy, lockBookForChange, readBookForChange } from './book-policy.ts'
import { queuePremiumNotice } from './premium-notice.ts'
import { assertWithinQuota } from './quota.ts'

interface BookChange {
  title?: string | undefined
  author?: string | undefined
  caption?: string | undefined
  genre?: Genre | undefined
  cover?: CoverChoice | undefined
  coverSeed?: number | undefined
  image?: UploadedFile | undefined
  pdfFile?: UploadedFile | undefined
  pdfFileName?: string | undefined
  isPremium?: boolean | undefined
  /** An ISO date and time in the future; null for no end. */
  premiumDisplayUntil?: string | null | undefined
  isFeatured?: boolean | undefined
  /** The version that was read: if the book has another by now, nothing is changed. */
  version?: number | undefined
}

export interface BookUpdate {
  id: string
  policy: BookPolicy
  change: BookChange
  /** The name of it in the audit log. */
  action?: 'change book' | 'set premium' | 'set featured'
}

/** Changes any fields of a book in one transaction, with its audit entry. Ratings and comments stay. */
export const updateBook = async (
  services: Services,
  inspect: InspectPdf,
  { id, policy, change, action = 'change book' }: BookUpdate,
): Promise<void> => {
  const { title, author, caption, genre, image, pdfFile, version } = change
  const current = await readBookForChange(services.db, policy, id)
  assertVersion(current, version)
  const flags = flagValues(services, policy, change)

  const choice = change.cover ?? (image ? 'image' : change.coverSeed === undefined ? undefined : 'series')
  const seed = choice === 'series' ? (change.coverSeed ?? 0) : null
  const inspection = { inspect, cover: choice, caller: policy.caller.id }
  const inspected = pdfFile
    ? await inspectUploadedPdf(services, { ...inspection, path: pdfFile.path })
    : choice === 'first-page'
      ? await inspectStoredPdf(services, current.pdf, inspection)
      : undefined
  const words = {
    title: title ?? current.title,
    author: author ?? current.author,
    genre: genre ?? (current.genre as Genre),
    seed: seed ?? 0,
  }
  const cover = choice && (await makeCover(services, choice, { words, firstPage: inspected?.firstPage, image }))
  const pdf = pdfFile && { key: newPdfKey(), path: pdfFile.path }
  const pdfFileName = change.pdfFileName ?? pdfFile?.fileName
  const values = {
    ...{ title, author, caption, genre, ...flags },
    ...(cover && toCoverColumns(cover, seed)),
    ...(pdf && { pdf: pdf.key, pdfBytes: pdfFile.bytes, pageCount: inspected?.pageCount }),
    ...(pdfFileName !== undefined && { pdfName: sanitizePdfFileName(pdfFileName) }),
  }
  if (Object.values(values).every((value) => value === undefined)) return

  const replaced = await withNewFiles(services, { pdf, cover }, async (trx) => {
    const before = await lockBookForChange(trx.db, policy, { id, version })
    if (pdfFile && before.publisherId)
      await assertWithinQuota(trx, before.publisherId, { books: 0, bytes: pdfFile.bytes - before.pdfBytes })
    const after = await trx.db
      .updateTable('books')
      .set(values)
      .where('id', '=', id)
      .returning(BOOK_COLUMNS)
      .executeTakeFirstOrThrow()
    if (pdf) await replaceBookText(trx.db, id, pdf.key)
    if (policy.isAudited(before)) {
      const audited = toAuditedFields(services.settings.filesOrigin)
      await recordAudit(trx.db, policy.caller, {
        ...{ action, subject: `book ${id}`, name: before.title },
        ...{ before: audited(before), after: audited(after) },
      })
    }
    await queuePremiumNotice(services, trx.db, { id, before, after, callerId: policy.caller.id })
    return { pdf: pdf && before.pdf, cover: cover && before.cover }
  })
  if (pdf) services.jobs.runSoon(READ_TEXTS_JOB)
  await removeUnusedFiles(services, replaced)
  services.log.info({ bookId: id, fields: Object.keys(change) }, 'book changed')
}

/** What only an administrator sets. */
const flagValues = (
  services: Services,
  { maySetFlags }: BookPolicy,
  { isPremium, premiumDisplayUntil, isFeatured }: BookChange,
) => {
  const setsFlags = [isPremium, premiumDisplayUntil, isFeatured].some((flag) => flag !== undefined)
  if (setsFlags && !maySetFlags) throw new Problem('forbidden')
  if (isPremium !== undefined)
    return { isFeatured, isPremium, premiumUntil: premiumEnd(services, isPremium, premiumDisplayUntil ?? null) }
  if (premiumDisplayUntil !== undefined)
    throw new Problem('invalid', { errors: { isPremium: 'Please choose whether the book is premium' } })
  return { isFeatured }
}

const premiumEnd = ({ now }: Services, isPremium: boolean, premiumDisplayUntil: string | null): Date | null => {
  if (premiumDisplayUntil === null) return null
  const end = new Date(premiumDisplayUntil)
  const latest = new Date(now())
  latest.setFullYear(latest.getFullYear() + PREMIUM_MAX_YEARS)
  const message = !isPremium
    ? 'Only a premium book can have an end date.'
    : Number.isNaN(end.getTime()) || end <= now()
      ? 'The end of premium must be in the future.'
      : end > latest
        ? `The end of premium is at most ${PREMIUM_MAX_YEARS} years away.`
        : undefined
  if (message) throw new Problem('invalid', { message, errors: { premiumDisplayUntil: message } })
  return end
}

type BookRow = Awaited<ReturnType<typeof readBookForChange>>

const toAuditedFields =
  (filesOrigin: string | undefined) =>
  ({ title, author, caption, genre, cover, pdfName, pdfBytes, isPremium, premiumUntil, isFeatured }: BookRow) => ({
    ...{ title, author, caption, genre, cover: `${coversUrl(filesOrigin)}${cover}.webp`, pdfName, pdfBytes },
    ...{ isPremium, premiumDisplayUntil: premiumUntil?.toISOString() ?? null, isFeatured },
  })
