import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import type { Output, Parsed } from '#contract/api/endpoint.ts'
import * as calls from '#contract/imports.ts'
import { Problem } from '#contract/api/problems.ts'
import { isZip } from '#server/formats/is-zip.ts'
import { withAudit } from '#server/platform/audit-log.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import type { Settings } from '#server/platform/settings.ts'
import { readGenreRows } from './genre-table.ts'
import { findPublisher } from './import-library.ts'
import { SourceError } from './import-source.ts'
import { archiveOf, folderOf, IMPORT_JOB, lockImports, type Progress } from './import-state.ts'

type Listed = Output<typeof calls.listImports>['data']
type Asked = Parsed<typeof calls.prepareImport>['body']

const MAX_FOLDERS = 500
/** The folder itself. */
const ALL = '.'
const GENRES_FILE = 'genres.csv'

export const listImports = async ({ db, settings }: Services): Promise<Listed> => {
  const rows = await db
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'publisherId')
    .selectAll('imports')
    .select('username')
    .orderBy('madeAt', 'desc')
    .orderBy('imports.id', 'desc')
    .execute()
  const imports = rows.map(({ id, name, username, madeAt, state, failure, report, progress }) => {
    const {
      done = 0,
      total = null,
      authors = 0,
      counts = {},
      leftOut = [],
      genres = [],
    } = progress as Partial<Progress>
    const count = (result: string) => (counts as Record<string, number>)[result] ?? 0
    return {
      _id: id,
      name,
      publisher: username,
      madeAt: madeAt.toISOString(),
      state,
      done,
      total,
      authors,
      counts: {
        new: count('would be imported'),
        imported: count('imported'),
        there: count('there'),
        perhapsThere: count('perhaps there'),
        refused: count('refused'),
      },
      leftOut,
      genres,
      failure,
      hasReport: report !== null,
    } as Listed['imports'][number]
  })
  return { imports, folders: await foldersOf(settings) }
}

/** The folders that can be imported: that of the setting, and those in it. */
const foldersOf = async ({ importFrom }: Settings): Promise<string[] | null> => {
  if (importFrom === undefined) return null
  const entries = await readdir(importFrom, { withFileTypes: true }).catch(() => undefined)
  if (!entries) return []
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
  return [ALL, ...names.sort().slice(0, MAX_FOLDERS)]
}

/** Stores the archive, or the name of the folder, and starts a dry run as a job. */
export const prepareImport = async (services: Services, admin: Caller, asked: Asked): Promise<string> => {
  const { archive, folder, email, rights = null, drawsCovers = false, addsDuplicates = false } = asked
  const { settings, now, jobs } = services
  const publisherId = await findPublisher(services, email).catch(rethrowAs('email'))
  if ((archive === undefined) === (folder === undefined))
    throw new Problem('invalid', { errors: { archive: 'Please select a zip archive, or choose a folder' } })
  if (archive && !(await isZip(archive.path)))
    throw new Problem('notArchive', { errors: { archive: 'Please select a zip archive' } })
  if (folder !== undefined && !(await foldersOf(settings))?.includes(folder))
    throw new Problem('invalid', {
      errors: { folder: 'There is no such folder. IMPORT_FROM names where folders are.' },
    })
  const values = { publisherId, folder: folder ?? null, rights, drawsCovers, addsDuplicates, state: 'looking' as const }
  const name = archive?.fileName || (folder ?? 'library.zip')
  // A copy to another disk takes longer than a transaction may wait. What is left of it is swept.
  const near = join(settings.dataDir, 'import', randomUUID())
  // The transaction may run again, and makes another import then.
  let at = near
  try {
    if (archive) {
      await mkdir(dirname(near), { recursive: true })
      await move(archive.path, near)
    }
    const { id, older } = await withAudit(services, admin, async ({ db }) => {
      await lockImports(db)
      const older = await deleteOlder(db)
      const made = await db
        .insertInto('imports')
        .values({ ...values, name: name.slice(0, 300), madeAt: now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await mkdir(folderOf(settings, made.id), { recursive: true })
      if (archive) {
        await rename(at, archiveOf(settings, made.id))
        at = archiveOf(settings, made.id)
      }
      return { result: { id: made.id, older }, entry: { action: 'prepare import', subject: `import ${made.id}`, name } }
    })
    for (const removed of older) await rm(folderOf(settings, removed), { recursive: true, force: true })
    jobs.runSoon(IMPORT_JOB)
    return id
  } finally {
    await rm(near, { force: true })
  }
}

/** Removes the oldest imports that don't run, to make room for one more. Returns their ids. */
const deleteOlder = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    delete from imports
    where
      state not in ('looking', 'importing')
      and id not in (select id from imports order by made_at desc, id desc limit ${calls.IMPORTS_MAX - 1})
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

const rethrowAs =
  (field: string) =>
  (error: unknown): never => {
    if (!(error instanceof SourceError)) throw error
    throw new Problem('invalid', { errors: { [field]: error.message } })
  }

/** Uploads may be on another disk. */
const move = (from: string, to: string) =>
  rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error
    await copyFile(from, to, constants.COPYFILE_EXCL)
    await rm(from, { force: true })
  })

const lockOne = async (db: Database, id: string) => {
  const found = await db
    .selectFrom('imports')
    .selectAll()
    // Claims are written with the clock of the database.
    .select(sql<boolean>`claimed_until > now()`.as('isClaimed'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Problem('notFound')
  return found
}

const RUNNING = ['looking', 'importing'] as const
const isRunning = (state: string) => RUNNING.some((one) => one === state)

/** Publishes its books in a job. One that ended before it was started only looks again. */
export const startImport = async (
  services: Services,
  admin: Caller,
  { id, genres = [] }: { id: string } & Parsed<typeof calls.startImport>['body'],
): Promise<void> => {
  await withAudit(services, admin, async ({ db }) => {
    const { state, name, progress } = await lockOne(db, id)
    if (isRunning(state) || state === 'done') throw new Problem('importRuns')
    const isStarted = state === 'ready' || (progress as Partial<Progress>).isStarted === true
    await correctGenres(join(folderOf(services.settings, id), GENRES_FILE), genres)
    await db
      .updateTable('imports')
      .set({
        state: isStarted ? 'importing' : 'looking',
        stops: false,
        failure: null,
        progress: sql`progress - 'done' - 'total' || jsonb_build_object('isStarted', ${isStarted}::boolean)`,
      })
      .where('id', '=', id)
      .execute()
    const action = isStarted ? 'start import' : 'prepare import'
    return { result: undefined, entry: { action, subject: `import ${id}`, name } }
  })
  services.jobs.runSoon(IMPORT_JOB)
}

/** As if a person had corrected the file. */
const correctGenres = async (file: string, corrected: { tag: string; genre: string | null }[]) => {
  if (corrected.length === 0) return
  const genres = new Map(corrected.map(({ tag, genre }) => [tag, genre ?? '']))
  const rows = (await readGenreRows(file)).map(({ tag, genre, books }) => [tag, genres.get(tag) ?? genre ?? '', books])
  await writeFile(file, stringify(rows, { header: true, columns: ['tag', 'genre', 'books'], escape_formulas: true }))
}

/** One that runs ends after the books in hand. */
export const stopImport = (services: Services, admin: Caller, id: string): Promise<void> =>
  withAudit(services, admin, async ({ db }) => {
    const { state, name, isClaimed } = await lockOne(db, id)
    if (!isRunning(state) && state !== 'ready') throw new Problem('importEnded')
    await db
      .updateTable('imports')
      .set(isRunning(state) && isClaimed ? { stops: true } : { state: 'stopped' })
      .where('id', '=', id)
      .execute()
    return { result: undefined, entry: { action: 'stop import', subject: `import ${id}`, name } }
  })

/** Its books stay. */
export const removeImport = async (services: Services, admin: Caller, id: string): Promise<void> => {
  await withAudit(services, admin, async ({ db }) => {
    const { state, name } = await lockOne(db, id)
    if (isRunning(state)) throw new Problem('importRuns')
    await db.deleteFrom('imports').where('id', '=', id).execute()
    return { result: undefined, entry: { action: 'remove import', subject: `import ${id}`, name } }
  })
  await rm(folderOf(services.settings, id), { recursive: true, force: true })
}

export const readReport = async ({ db, settings }: Services, id: string) => {
  const found = await db.selectFrom('imports').select('report').where('id', '=', id).executeTakeFirst()
  const name = found?.report ?? undefined
  if (name === undefined) throw new Problem('notFound')
  const csv = await readFile(join(folderOf(settings, id), name), 'utf8').catch(() => {
    throw new Problem('notFound')
  })
  return { name, csv }
}

/** Removes what is left of imports without a row, whose account was deleted. */
export const sweepImports = async ({ db, settings }: Services): Promise<void> => {
  const folder = join(settings.dataDir, 'import')
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[\da-f-]{36}$/.test(name))
  for (const id of names) {
    const found = await db.selectFrom('imports').select('id').where('id', '=', id).executeTakeFirst()
    if (!found) await rm(join(folder, id), { recursive: true, force: true })
  }
}
