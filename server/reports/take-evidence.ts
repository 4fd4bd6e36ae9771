import { createHash } from 'node:crypto'
import { coverKey } from '#server/books/cover-key.ts'
import { profileImageKey, profileImageName } from '#server/accounts/profile/profile-image-key.ts'
import type { Services } from '#server/platform/services.ts'
import { type CopyStoredPage, readIfThere } from './copy-stored-page.ts'
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
  copied?: { copyPage: CopyStoredPage; page: number },
): Promise<Evidence> => {
  const { words, cover, pdf, pageCount, profileImage } = subject
  const pageNumber = pageCount && copied ? Math.min(copied.page, pageCount) : null
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([words, cover, pdf, profileImage, pageNumber]))
    .digest('hex')
  const nothing = { fingerprint, words, cover: null, page: null, pageNumber }
  const taken = await wordsTaken(services, subject, fingerprint)
  if (taken) return { ...nothing, words: taken }
  const picture = cover ? coverKey(cover, '-320.webp') : profileImage && profileImageKey(profileImageName(profileImage))
  const [coverBytes, copy] = await Promise.all([
    readIfThere(services, picture),
    pdf && copied && pageNumber ? copied.copyPage(pdf, pageNumber) : null,
  ])
  return {
    ...nothing,
    words: copy && 'text' in copy ? { ...words, page: copy.text } : words,
    cover: coverBytes,
    page: copy && 'picture' in copy ? copy.picture : null,
  }
}

const wordsTaken = async (
  { db }: Services,
  { kind, id }: ReportSubject,
  fingerprint: string,
): Promise<Evidence['words'] | undefined> => {
  const taken = await db
    .selectFrom('reportEvidence')
    .innerJoin('reportCases', 'reportCases.id', 'caseId')
    .select('reportEvidence.words')
    .where('kind', '=', kind)
    .where('subjectId', '=', id)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return taken && (taken.words as Evidence['words'])
}
