import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { type Import, LISTED_GENRES, LISTED_LEFT_OUT } from '#contract/imports.ts'
import type { Rights } from '#contract/shapes/rights.ts'
import { createImageProcessor } from '#server/cover-rendering/create-image-processor.ts'
import { openBookInspector } from '#server/formats/formats.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { readGenreRows } from './genre-table.ts'
import type { Outcome } from './import-book.ts'
import { type ImportOptions, prepareImport, runImport } from './import-library.ts'
import { SourceError } from './import-source.ts'
import { archiveOf, folderOf, lockImports, type Progress } from './import-state.ts'

/** How often its progress is written, and how long after that another process may go on with it. */
const SAVE_EVERY_MS = 2000
const CLAIM_SECONDS = 60
const LOW_PRIORITY = 10
/** The server has readers to serve. */
const AT_ONCE = 2
const AWAY = 'The database or the disk did not answer. Start it again to go on.'

/** Runs the imports that wait, one at a time in all processes, and goes on with one whose process was killed. */
export const runImports = async (services: Services, stopping: AbortSignal): Promise<void> => {
  while (!stopping.aborted) {
    const claimed = await claimImport(services.db)
    if (!claimed) return
    await runOne(services, claimed, stopping)
  }
}

interface Claimed {
  id: string
  state: 'looking' | 'importing'
  email: string
  folder: string | null
  rights: Rights | null
  drawsCovers: boolean
  addsDuplicates: boolean
}

const claimed = sql<Date>`now() + make_interval(secs => ${CLAIM_SECONDS})`

const claimImport = (db: Database): Promise<Claimed | undefined> =>
  db.transaction().execute(async (trx) => {
    await lockImports(trx)
    const { rows } = await sql<Claimed>`
      update imports set claimed_until = ${claimed}
      from users
      where users.id = publisher_id and state in ('looking', 'importing') and imports.id = (
        select id from imports
        where state in ('looking', 'importing') and not exists (select from imports where claimed_until > now())
        order by made_at, id limit 1
      )
      returning imports.id, state, email, folder, rights, draws_covers, adds_duplicates`.execute(trx)
    return rows[0]
  })

const runOne = async (services: Services, one: Claimed, stopping: AbortSignal): Promise<void> => {
  const { id, state } = one
  const { db, log, settings } = services
  let isStopped = false
  const isStarted = state === 'importing'
  const progress: Progress = { done: 0, total: null, authors: 0, counts: {}, leftOut: [], genres: [], isStarted }
  const save = async () => {
    const { stops } = (await saveProgress(db, one, progress)) ?? { stops: true }
    if (stops) isStopped = true
  }
  const saving = setInterval(() => void save().catch(() => {}), SAVE_EVERY_MS)
  try {
    const end = await work(services, one, { progress, isStopped: () => isStopped || stopping.aborted })
    await save()
    // Another process continues with what is left.
    const next = stopping.aborted ? state : isStopped ? 'stopped' : state === 'looking' ? 'ready' : 'done'
    await finish(db, one, { state: next, ...end })
  } catch (error) {
    log.warn({ importId: id, reason: String(error) }, 'an import has ended early')
    const failure = error instanceof SourceError ? error.message : AWAY
    await finish(db, one, { state: 'failed', failure: hidePath(failure, folderOf(settings, id)) })
  } finally {
    clearInterval(saving)
  }
}

const hidePath = (text: string, folder: string) => text.replaceAll(`${folder}/`, '')

/** Undefined if it is no longer in the state that was claimed, or not there. */
const saveProgress = (db: Database, { id, state }: Claimed, progress: Progress) =>
  db
    .updateTable('imports')
    .set({ progress: JSON.stringify(progress), claimedUntil: claimed })
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('stops')
    .executeTakeFirst()

const finish = async (
  db: Database,
  { id, state }: Claimed,
  values: { state: Import['state']; report?: string; failure?: string },
) => {
  await db
    .updateTable('imports')
    .set({ ...values, stops: false, claimedUntil: new Date(0) })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute()
}

/** The setting may have been removed since the folder was chosen. */
const folderBelow = ({ importFrom }: Services['settings'], folder: string): string => {
  if (importFrom === undefined) throw new SourceError('IMPORT_FROM no longer names where folders are.')
  return join(importFrom, folder)
}

/** The same as the command does, in processes that serve nobody else. Returns the name of the report, if one was begun. */
const work = async (
  services: Services,
  { id, state, email, folder, rights, drawsCovers, addsDuplicates }: Claimed,
  { progress, isStopped }: { progress: Progress; isStopped: () => boolean },
): Promise<{ report?: string }> => {
  const { settings } = services
  const options: ImportOptions = {
    source: folder === null ? archiveOf(settings, id) : folderBelow(settings, folder),
    email,
    isDryRun: state === 'looking',
    addsDuplicates,
    report: folderOf(settings, id),
    rights: rights ?? undefined,
    covers: drawsCovers ? 'series' : 'own',
  }
  const prepared = await prepareImport(services, options, { isStopped })
  const take = ({ name, result, reason = '' }: Pick<Outcome, 'name' | 'result' | 'reason'>) => {
    progress.counts[result] = (progress.counts[result] ?? 0) + 1
    const isLeftOut = result === 'refused' || result === 'perhaps there'
    if (isLeftOut && progress.leftOut.length < LISTED_LEFT_OUT) progress.leftOut.push({ name, reason })
  }
  for (const one of prepared.refused) take({ ...one, result: 'refused' })
  for (const one of prepared.there) take({ ...one, result: 'there' })
  if (isStopped()) return {}
  progress.total = prepared.fresh.length
  const onOutcome = (outcome: Outcome) => {
    progress.done += 1
    take(outcome)
  }
  const inspector = openBookInspector()
  const images = createImageProcessor({}, { niceness: LOW_PRIORITY })
  try {
    const run = { inspect: inspector.inspect, atOnce: AT_ONCE, onOutcome, isStopped }
    const { reportFile, authors } = await runImport({ ...services, images }, prepared, run)
    progress.authors = authors
    progress.genres = (await readGenreRows(prepared.genresFile)).slice(0, LISTED_GENRES)
    return { report: basename(reportFile) }
  } finally {
    inspector.close()
    images.close()
  }
}
