import { sql } from 'kysely'
import type { Paper, PaperOptions } from '#contract/paper.ts'
import { Problem } from '#contract/api/problems.ts'
import { type Sign, signedQuery } from '#server/books/read-book.ts'
import { savedFileName } from '#server/formats/book-file-name.ts'
import { PAPER_FORMAT } from '#server/formats/formats.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { currentVersion } from '#server/books/current-version.ts'
import { removeUnusedFiles } from '#server/publishing/files/book-files.ts'
import { lockBookForChange, ownerPolicy, readBookForChange } from '#server/publishing/book-policy.ts'
import { claimed, MAKE_PAPERS_JOB } from './make-papers.ts'

interface Asked {
  id: string
  caller: Caller
}

/** The PDF for paper of a book, for its publisher. */
export const getPaper = async (
  services: Services,
  sign: Sign,
  { id, caller }: Asked,
): Promise<{ paper: Paper | null }> => {
  await readBookForChange(services.db, ownerPolicy(caller), id)
  const row = await services.db
    .selectFrom('papers')
    .innerJoin('books', 'books.id', 'papers.bookId')
    .select(['size', 'opensRight', 'cropMarks', 'bleed', 'isOffered'])
    .select(['key', 'bytes', 'papers.pageCount', 'notices', 'failure'])
    .select(['books.title', 'books.author', currentVersion.as('version')])
    .select(sql<boolean>`made_of is not distinct from paper_source(books, papers)`.as('isCurrent'))
    .where('bookId', '=', id)
    .$narrowType<Pick<Paper, 'size' | 'notices'> & { failure: Exclude<Paper['state'], 'waiting' | 'made'> | null }>()
    .executeTakeFirst()
  if (!row) return { paper: null }
  const { size, opensRight, cropMarks, bleed, isOffered } = row
  const { isCurrent, failure, key, bytes, pageCount, notices, version } = row
  const isMade = isCurrent && key !== null
  const name = encodeURIComponent(savedFileName(row, PAPER_FORMAT))
  const origin = services.settings.filesOrigin ?? ''
  const url = isMade ? `${origin}/files/paper/${id}/${name}?${signedQuery(services, sign, id, 'own', version)}` : null
  const state = isMade ? 'made' : ((isCurrent ? failure : null) ?? 'waiting')
  return {
    paper: {
      size,
      opensRight,
      cropMarks,
      bleed,
      isOffered,
      state,
      ...(isMade ? { pageCount, bytes, notices } : { pageCount: null, bytes: null, notices: [] }),
      url,
      downloadUrl: url && `${url}&download=uncounted`,
    },
  }
}

/** Has it made, by a job. What was made before stays until then, but is not offered. */
export const makePaper = async (services: Services, sign: Sign, asked: Asked & { options: PaperOptions }) => {
  const { id, caller, options } = asked
  await services.db.transaction().execute(async (trx) => {
    await lockBookForChange(trx, ownerPolicy(caller), { id, version: undefined })
    const { format } = await trx.selectFrom('books').select('format').where('id', '=', id).executeTakeFirstOrThrow()
    if (format !== 'epub') throw new Problem('noEpubForPaper')
    await trx
      .insertInto('papers')
      .values({ bookId: id, ...options })
      .onConflict((conflict) =>
        conflict.column('bookId').doUpdateSet({
          ...options,
          // What could not be made is tried again.
          madeOf: sql<string | null>`case when papers.key is null then null else papers.made_of end`,
          failure: null,
          // Unless a process makes it, nobody waits for a later hour.
          claimedUntil: sql<Date>`case when papers.claimed_until > ${claimed} then '-infinity' else papers.claimed_until end`,
        }),
      )
      .execute()
  })
  services.jobs.runSoon(MAKE_PAPERS_JOB)
  return getPaper(services, sign, asked)
}

export const removePaper = async (services: Services, { id, caller }: Asked): Promise<void> => {
  const removed = await services.db.transaction().execute(async (trx) => {
    await lockBookForChange(trx, ownerPolicy(caller), { id, version: undefined })
    return trx.deleteFrom('papers').where('bookId', '=', id).returning('key').executeTakeFirst()
  })
  await removeUnusedFiles(services, { keys: removed?.key ? [removed.key] : [] })
}
