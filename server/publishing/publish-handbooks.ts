import { existsSync } from 'node:fs'
import { copyFile, readFile, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Genre } from '#contract/shapes/genres.ts'
import { ENGLISH } from '#contract/shapes/languages.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import type { InspectFile } from '#server/formats/formats.ts'
import { accountLanguage } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { deleteBooks } from './delete-book.ts'
import { publishBook } from './publish-book.ts'

const MAX_WAITING = 5
const RETRY_SECONDS = 5
const FOLDER = fileURLToPath(new URL('../../handbooks', import.meta.url))
const LANGUAGES_FOLDER = fileURLToPath(new URL('../../languages', import.meta.url))

interface Handbook {
  slug: string
  title: string
  author: string
  genre: Genre
  caption: string
  pdf: string
}

/** What a translated handbook has instead, by its slug; its words are in a Markdown file. */
type Translated = Record<string, { title: string; caption: string }>

/**
 * Publishes the three handbooks in a library without books, in the language of the account that asks for them, else in
 * the site's own. Of two requests at the same time, one succeeds.
 */
export const publishHandbooks = (services: Services, inspect: InspectFile, caller: string | null) =>
  limit(() => inOneProcess(services, () => publishAll(services, inspect, caller)))

const limit = createConcurrencyLimit({ concurrency: 1, maxQueue: MAX_WAITING, onFull: () => new Problem('overloaded') })

/** The lock of a process that is killed ends with its connection. */
const inOneProcess = <T>({ db }: Services, work: () => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('handbooks')) as is_free`.execute(trx)
    if (!rows[0]?.isFree) throw new Problem('overloaded', { retryAfter: RETRY_SECONDS })
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    return work()
  })

const publishAll = async (services: Services, inspect: InspectFile, caller: string | null) => {
  const any = await services.db.selectFrom('books').select('id').limit(1).executeTakeFirst()
  if (any) throw new Problem('libraryNotEmpty')
  const { tag } = await findLanguage(services, caller)
  const own = join(LANGUAGES_FOLDER, tag, 'handbooks')
  const translated = existsSync(own) ? await readJson<Translated>(own) : {}
  const ids: string[] = []
  try {
    for (const { slug, pdf, ...words } of await readJson<Handbook[]>(FOLDER)) {
      const inOwn = translated[slug]
      const file = inOwn ? { folder: own, name: `${slug}.md` } : { folder: FOLDER, name: pdf }
      ids.push(await publishOne(services, inspect, { ...words, ...inOwn, language: inOwn ? tag : ENGLISH.tag, file }))
    }
  } catch (error) {
    await removeAgain(services, ids)
    throw error
  }
  return { message: 'The three handbooks are published.' }
}

/** All or none: a library with one of them could not ask for the others. */
const removeAgain = async (services: Services, ids: string[]) => {
  const removeFiles = await services.db.transaction().execute((trx) => deleteBooks(services, trx, ids))
  await removeFiles()
  services.invalidate(['lists', ...ids.map((id) => `book:${id}`)])
}

const findLanguage = async (services: Services, caller: string | null) => {
  const site = await readSiteSettings(services)
  if (caller === null) return accountLanguage(site, null)
  const account = services.db.selectFrom('users').select('language').where('id', '=', caller)
  return accountLanguage(site, (await account.executeTakeFirst())?.language)
}

const readJson = async <T>(folder: string) => JSON.parse(await readFile(join(folder, 'handbooks.json'), 'utf8')) as T

interface Source extends Pick<Handbook, 'title' | 'author' | 'genre' | 'caption'> {
  language: string
  file: { folder: string; name: string }
}

const publishOne = async (services: Services, inspect: InspectFile, { file, ...words }: Source): Promise<string> => {
  const path = join(services.storage.tempFolder, randomUUID())
  try {
    await copyFile(join(file.folder, file.name), path)
    const upload = { path, bytes: (await stat(path)).size, fileName: file.name, field: 'pdfFile' }
    const input = { ...words, cover: 'series' as const, file: upload }
    return (await publishBook(services, inspect, { publisherId: null, input })).book._id
  } finally {
    await rm(path, { force: true })
  }
}
