import { createHash } from 'node:crypto'
import { coverKey } from '#server/books/cover-key.ts'
import { profileImageKey, profileImageName } from '#server/accounts/profile-image-key.ts'
import type { Services } from '#server/platform/services.ts'
import { type DrawStoredPage, readIfThere } from './draw-stored-page.ts'
import type { ReportSubject } from './report-subject.ts'

/** What was reported, as it was at the time: it stays when the book is replaced, hidden or deleted. */
export interface Evidence {
  /** The same for the same words, files and page. */
  fingerprint: string
  words: Record<string, string>
  cover: Buffer | null
  page: Buffer | null
  pageNumber: number | null
}

/** Copies the words, the cover and a page of what is reported, unless there is such a copy already. */
export const takeEvidence = async (
  services: Services,
  subject: ReportSubject,
  drawn?: { drawPage: DrawStoredPage; page: number },
): Promise<Evidence> => {
  const { words, cover, pdf, pageCount, profileImage } = subject
  const pageNumber = pageCount && drawn ? Math.min(drawn.page, pageCount) : null
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([words, cover, pdf, profileImage, pageNumber]))
    .digest('hex')
  const nothing = { fingerprint, words, cover: null, page: null, pageNumber }
  if (await isTaken(services, subject, fingerprint)) return nothing
  const picture = cover ? coverKey(cover, '-320.webp') : profileImage && profileImageKey(profileImageName(profileImage))
  const [coverBytes, image] = await Promise.all([
    readIfThere(services, picture),
    pdf && drawn && pageNumber ? drawn.drawPage(pdf, pageNumber) : null,
  ])
  return { ...nothing, cover: coverBytes, page: image }
}

const isTaken = async ({ db }: Services, { kind, id }: ReportSubject, fingerprint: string): Promise<boolean> => {
  const taken = await db
    .selectFrom('reportEvidence')
    .innerJoin('reportCases', 'reportCases.id', 'caseId')
    .select('reportEvidence.id')
    .where('kind', '=', kind)
    .where('subjectId', '=', id)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return taken !== undefined
}
