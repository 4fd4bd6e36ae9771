import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { addReport } from './add-report.ts'
import type { CopyStoredPage } from './copy-stored-page.ts'
import { queueMail } from './report-mails.ts'
import { findSubject } from './report-subject.ts'
import { takeEvidence } from './take-evidence.ts'

interface NoticeInput {
  /** The address of a book's page, or its id. */
  book: string
  work: string
  place: string
  name: string
  email: string
  address: string
  signature: string
  /** That of the page, in which mails to the claimant are written. */
  language?: string | undefined
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/

/** Puts a notice of copyright into the queue and confirms it by mail. */
export const sendCopyrightNotice = async (
  services: Services,
  copyPage: CopyStoredPage,
  { book, ...notice }: NoticeInput,
) => {
  const id = UUID.exec(book.toLowerCase())?.[0]
  const subject = id ? await findSubject(services.db, { kind: 'book', id }, { isHiddenToo: true }) : undefined
  if (!subject) {
    const message = 'There is no such book. Copy the address of its page.'
    throw new Problem('invalid', { message, errors: { book: message } })
  }
  const evidence = await takeEvidence(services, subject, { copyPage, page: 1 })
  await services.db.transaction().execute(async (db) => {
    const trx = { ...services, db }
    const { caseId, round } = await addReport(trx, subject, {
      reporterId: null,
      reason: 'copyright',
      words: '',
      evidence,
      isNotice: true,
    })
    const { work, place, name, email, address, signature, language = null } = notice
    const added = await db
      .insertInto('copyrightNotices')
      .values({ caseId, round, work, place, name, email, address, signature, language, at: services.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await queueMail(trx, { news: 'received', caseId, noticeId: added.id })
  })
  return { _id: subject.id }
}
