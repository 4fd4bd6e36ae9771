import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/imports.ts'
import { listAuditLog } from '#contract/admin.ts'
import { aZip, type ZipEntry } from '#server/formats/epub/testing-zip.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { folderOf } from './import-state.ts'
import { runImports } from './run-imports.ts'
import { epubOf, pdfOf, titlesOf, writeFiles } from './testing-import.ts'

const TWO_MINUTES_MS = 120_000

let site: TestSite
let folder: string
let admin: Person
let author: Person

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quillhouse-imports-'))
  site = await openTestSite({ env: { IMPORT_FROM: folder } })
  admin = await site.anAdmin()
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  author = await site.anAuthor()
  return () => site.services.db.deleteFrom('imports').execute()
})

const run = (stopping = new AbortController().signal) => runImports(site.services, stopping)
const asAdmin = () => site.api(admin)
const prepare = async (fields: Record<string, string | Buffer>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries({ email: author.email, ...fields }))
    body.set(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]))
  const { data } = await asAdmin()(calls.prepareImport, { body })
  return data._id
}
const one = async (id: string) => {
  const { imports } = (await asAdmin()(calls.listImports)).data
  return imports.find(({ _id }) => _id === id)
}
const titles = () => titlesOf(site, author)

const subject = '<dc:subject>Ghost tales</dc:subject>'
const LIBRARY: ZipEntry[] = [
  { name: 'a.epub', data: epubOf('Told', subject) },
  { name: 'b.pdf', data: pdfOf('imports b') },
  { name: 'bad.pdf', data: 'no PDF' },
]

test('an archive is looked at, its genres corrected, started, and its report read', { timeout: 60_000 }, async () => {
  const id = await prepare({ archive: aZip(LIBRARY) })
  expect(await one(id)).toMatchObject({ state: 'looking', total: null })
  await run()
  expect(await one(id)).toMatchObject({
    state: 'ready',
    done: 3,
    total: 3,
    publisher: author.username,
    hasReport: true,
    counts: { new: 2, refused: 1, imported: 0 },
    leftOut: [{ name: 'bad.pdf', reason: expect.stringContaining('PDF') }],
    genres: [{ tag: 'Ghost tales', genre: 'Horror', books: 1 }],
  })
  expect(await titles()).toEqual([])
  const params = { id }
  await asAdmin()(calls.startImport, { params, body: { genres: [{ tag: 'Ghost tales', genre: 'Drama' }] } })
  await run()
  expect(await one(id)).toMatchObject({ state: 'done', counts: { new: 0, imported: 2, refused: 1 } })
  expect((await titles()).toSorted()).toEqual(['Told', 'b'])
  const { genre } = await site.services.db
    .selectFrom('books')
    .select('genre')
    .where('title', '=', 'Told')
    .executeTakeFirstOrThrow()
  expect(genre).toBe('Drama')
  const { csv } = (await asAdmin()(calls.getImportReport, { params })).data
  expect(csv).toMatch(/^file,result,reason[^]*a\.epub,imported/)
  const log = (await asAdmin()(listAuditLog, { query: { kind: 'import' } })).data
  expect(log.map(({ action }) => action)).toEqual(['start import', 'prepare import'])
  await asAdmin()(calls.removeImport, { params })
  expect(existsSync(folderOf(site.services.settings, id))).toBe(false)
})

test('an archive is kept where PostgreSQL ends the transaction of its import for a deadlock once', async () => {
  const { db } = site.services
  // A sequence counts on after a transaction that was rolled back.
  await sql`create sequence audited`.execute(db)
  await sql`
    create function end_first() returns trigger language plpgsql as $$
    begin
      if nextval('audited') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger end_first before insert on audit_log for each row execute function end_first()`.execute(db)
  const id = await prepare({ archive: aZip([{ name: 'kept.epub', data: epubOf('Kept') }]) }).finally(async () => {
    await sql`drop function end_first cascade`.execute(db)
    await sql`drop sequence audited`.execute(db)
  })
  await run()
  expect(await one(id)).toMatchObject({ state: 'ready', counts: { new: 1 } })
})

test('a folder below IMPORT_FROM can be chosen, and nothing else', async () => {
  await writeFiles(folder, { 'shelf/one.epub': epubOf('Of the folder') })
  await mkdir(join(folder, '.hidden'), { recursive: true })
  await symlink(tmpdir(), join(folder, 'link'))
  expect((await asAdmin()(calls.listImports)).data.folders).toEqual(['.', 'shelf'])
  for (const name of ['..', '../..', 'shelf/..', '/etc', 'link', '.hidden', 'none'])
    expect(await problemFrom(prepare({ folder: name }))).toMatchObject({ errors: { folder: expect.any(String) } })
  const id = await prepare({ folder: 'shelf' })
  await run()
  expect(await one(id)).toMatchObject({ name: 'shelf', state: 'ready', counts: { new: 1 } })
})

test('where IMPORT_FROM was removed since a folder was chosen, nothing else is read in its place', async () => {
  const id = await prepare({ folder: '.' })
  const settings = { ...site.services.settings, importFrom: undefined }
  await runImports({ ...site.services, settings }, new AbortController().signal)
  expect(await one(id)).toMatchObject({ state: 'failed', failure: 'IMPORT_FROM no longer names where folders are.' })
})

test('what is no archive, no account or too much is refused in words', async () => {
  expect(await problemFrom(prepare({}))).toMatchObject({ errors: { archive: expect.any(String) } })
  expect(await problemFrom(prepare({ archive: Buffer.from('no zip') }))).toMatchObject({ status: 415 })
  const email = 'nobody@example.org'
  expect(await problemFrom(prepare({ archive: aZip([]), email }))).toMatchObject({
    errors: { email: expect.stringContaining(email) },
  })
  const reader = await site.aReader()
  expect(await problemFrom(prepare({ archive: aZip([]), email: reader.email }))).toMatchObject({
    errors: { email: expect.stringContaining("reader's") },
  })
})

test('a hostile archive ends its import with the reason, and leaves nothing unpacked', async () => {
  const id = await prepare({ archive: aZip([...LIBRARY, { name: '../../out.pdf', data: 'out' }]) })
  await run()
  expect(await one(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('leads out') })
  expect(await readdir(folderOf(site.services.settings, id))).toEqual(['library.zip'])
})

test('an import that was killed goes on when its claim has ended, and a server that stops leaves it to the next', async () => {
  const id = await prepare({ archive: aZip(LIBRARY) })
  const claim = (until: Date) => site.services.db.updateTable('imports').set({ claimedUntil: until }).execute()
  await claim(new Date(Date.now() + 60_000))
  await run()
  expect(await one(id)).toMatchObject({ state: 'looking' })
  await claim(new Date(Date.now() - 1000))
  const stopping = new AbortController()
  stopping.abort()
  await run(stopping.signal)
  expect(await one(id)).toMatchObject({ state: 'looking' })
  await run()
  expect(await one(id)).toMatchObject({ state: 'ready' })
})

test('one that runs can be stopped, not removed or started; one that was stopped goes on with what it did', async () => {
  const id = await prepare({ archive: aZip([{ name: 'stopped.pdf', data: pdfOf('imports stopped') }]) })
  const params = { id }
  const stop = () => asAdmin()(calls.stopImport, { params })
  const start = () => asAdmin()(calls.startImport, { params, body: {} })
  expect(await problemFrom(asAdmin()(calls.removeImport, { params }))).toMatchObject({ status: 409 })
  expect(await problemFrom(start())).toMatchObject({ status: 409 })
  await stop()
  expect(await one(id)).toMatchObject({ state: 'stopped' })
  expect(await problemFrom(stop())).toMatchObject({ status: 409 })
  await start()
  await run()
  expect(await one(id)).toMatchObject({ state: 'ready', counts: { new: 1 } })
  expect(await titles()).toEqual([])
  await start()
  await stop()
  await start()
  await run()
  expect(await one(id)).toMatchObject({ state: 'done', counts: { imported: 1 } })
  expect(await titles()).toEqual(['stopped'])
  const log = (await asAdmin()(listAuditLog, { query: { kind: 'import' } })).data
  expect(log.slice(0, 6).map(({ action }) => action.split(' ')[0])).toEqual([
    'start',
    'stop',
    'start',
    'prepare',
    'stop',
    'prepare',
  ])
})

test('a look that has failed is a look again, and an import that has failed publishes what is left', async () => {
  const folderPath = join(folder, 'later')
  await writeFiles(folder, { 'later/one.pdf': pdfOf('imports later') })
  const id = await prepare({ folder: 'later' })
  const start = () => asAdmin()(calls.startImport, { params: { id }, body: {} })
  const fail = async () => {
    await rename(folderPath, `${folderPath}-away`)
    await run()
    expect(await one(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('no folder') })
    await rename(`${folderPath}-away`, folderPath)
    await start()
  }
  await fail()
  await run()
  expect(await one(id)).toMatchObject({ state: 'ready' })
  expect(await titles()).toEqual([])
  await start()
  await fail()
  await run()
  expect(await one(id)).toMatchObject({ state: 'done' })
  expect(await titles()).toEqual(['one'])
})

test('a stop that meets the claim of a process ends the import', async () => {
  const { db } = site.services
  const id = await prepare({ archive: aZip([{ name: 'met.pdf', data: pdfOf('imports met') }]) })
  let running: Promise<void> | undefined
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('imports').select('id').where('id', '=', id).forUpdate().execute()
    running = run()
    const waiting = sql<{ count: number }>`
      select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count).toBe(1)
    await trx.updateTable('imports').set({ state: 'stopped' }).where('id', '=', id).execute()
  })
  await running
  expect(await one(id)).toMatchObject({ state: 'stopped' })
  expect(await titles()).toEqual([])
})

test('whether an import is in hand is told by the clock of the database', async () => {
  const { db } = site.services
  const id = await prepare({ archive: aZip(LIBRARY) })
  await db
    .updateTable('imports')
    .set({ claimedUntil: sql`now() + interval '1 minute'` })
    .execute()
  site.skip(TWO_MINUTES_MS)
  await asAdmin()(calls.stopImport, { params: { id } })
  site.skip(-TWO_MINUTES_MS)
  expect(await one(id)).toMatchObject({ state: 'looking' })
})

test('the imports of an account that is deleted go with it', async () => {
  await prepare({ archive: aZip(LIBRARY) })
  await site.services.db.deleteFrom('users').where('id', '=', author._id).execute()
  expect((await asAdmin()(calls.listImports)).data.imports).toEqual([])
})
