import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, test } from '@playwright/test'
import pg from 'pg'
import { login, register, verifyEmail } from '#contract/accounts.ts'
import { createApi } from '#contract/api/client.ts'
import { publishBook } from '#contract/publishing.ts'
import { startEmbedded } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { mailTo } from '#tests/outbox.ts'
import { aPrintedPdf } from './printed-pdf.ts'

export const PASSWORD = 'lamplight-and-ink'

export interface Site {
  address: string
  dataDir: string
}

export interface Person {
  username: string
  email: string
  token: string
}

/** The site that tests/start-site.ts has started for this worker. */
export const theSite = (): Site => ({
  address: test.info().project.use.baseURL ?? '',
  dataDir: join(process.env['QUILLHOUSE_DATA'] ?? '', process.env['TEST_PARALLEL_INDEX'] ?? '0'),
})

export const apiOf = ({ address }: Site, person?: Person) =>
  createApi(
    (path, init) => fetch(address + path, init),
    () => person?.token ?? null,
  )

/** Fields for a sign-up, unique if no name is given. The site counts on from a name that ends in a number. */
export const newcomer = (kind: string, name = `${kind} x${randomUUID().slice(0, 7)}`) => ({
  username: name,
  email: `${name
    .normalize('NFD')
    .replace(/[^\w ]/g, '')
    .replaceAll(' ', '.')}@example.org`.toLowerCase(),
  password: PASSWORD,
})

/** Signs up, verifies the email and logs in through the API. */
export const aPerson = async (userType: 'reader' | 'author', site = theSite(), name?: string): Promise<Person> => {
  const api = apiOf(site)
  const { username, email, password } = newcomer(userType === 'reader' ? 'Rosa' : 'Ansel', name)
  await api(register, { body: { username, email, password, userType } })
  const { link } = await mailTo(email, 1, site.dataDir)
  await api(verifyEmail, { body: { token: new URL(link).searchParams.get('token') ?? '' } })
  const { token } = await api(login, { body: { email, password } })
  return { username, email, token }
}

const aRankedPerson = async (userType: 'reader' | 'author') => {
  const person = await aPerson(userType)
  await countInRankings([person])
  return person
}

const sharedPeople = new Map<string, Promise<Person>>()

/** A shared reader or author whose ratings count in rankings, for tests that do not change the account. */
export const sharedPerson = (userType: 'reader' | 'author'): Promise<Person> => {
  const person = sharedPeople.get(userType) ?? aRankedPerson(userType)
  sharedPeople.set(userType, person)
  return person
}

const COMMAND = join(import.meta.dirname, '../../server/commands/command-line.ts')

/** An administrator, created with the command line. */
export const anAdmin = async (site = theSite(), name?: string): Promise<Person> => {
  const { username, email } = newcomer('Administrator', name)
  const words = ['admin', 'create', '--email', email, ...(name ? ['--username', name] : [])]
  const command = spawn(process.execPath, [COMMAND, ...words], { env: { ...process.env, DATA_DIR: site.dataDir } })
  command.stdin.end(PASSWORD)
  await once(command, 'close')
  const { token } = await apiOf(site)(login, { body: { email, password: PASSWORD } })
  return { username, email, token }
}

/** A new browser context with the session of `person`. */
export const browserOf = (browser: Browser, person?: Person, { address } = theSite()) => {
  const localStorage = person ? [{ name: 'token', value: person.token }] : []
  return browser.newContext({ storageState: { cookies: [], origins: [{ origin: address, localStorage }] } })
}

interface Words {
  title: string
  author: string
  caption: string
  genre: string
  age: string
}

/** Publishes a book through the API, of two short pages if no PDF is given. */
export const aBook = async (person: Person, words: Partial<Words> = {}, site = theSite(), pdf?: Buffer) => {
  const fields = {
    title: 'The Tidewater Clock',
    author: 'Ida Fenn',
    caption: 'It runs by the moon, and whoever winds it is late for everything but the tide.',
    genre: 'Mystery',
    ...words,
  }
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, cover: 'series' })) form.set(name, value)
  form.set(
    'pdfFile',
    new Blob([new Uint8Array(pdf ?? (await aPrintedPdf(['The first page', 'The last page'])))]),
    'book.pdf',
  )
  return (await apiOf(site, person)(publishBook, { body: form })).book
}

const knownBooks = new Map<string, ReturnType<typeof aBook>>()

/** A published PDF of the test data, the same for all specs that don't change it: the text of some takes half a minute. */
export const aKnownBook = (name: string, path: string) => {
  const publish = async () =>
    aBook(await sharedPerson('author'), { title: `Text of ${name}` }, theSite(), await readFile(path))
  const book = knownBooks.get(name) ?? publish()
  knownBooks.set(name, book)
  return book
}

/** Lets the ratings of these people count in rankings, as if they had signed up long ago. */
export const countInRankings = (people: Person[], { dataDir } = theSite()) =>
  inDatabase(dataDir, async (database) => {
    for (const { email } of people) {
      const { rows } = await database.query<{ id: string }>('select id from users where email = $1', [email])
      await database.query('select rank_ratings_of($1)', [rows[0]?.id])
    }
  })

/** Copies the rows and files of a book under other titles, the last one the newest. Faster than publishing. */
export const copiesOf = ({ _id }: { _id: string }, titles: string[], { dataDir } = theSite()) =>
  inDatabase(dataDir, async (database) => {
    const { rows } = await database.query<{ from: string; to: string }>(COPY, [_id, titles])
    await Promise.all(rows.map(({ from, to }) => copyFile(join(dataDir, 'files', from), join(dataDir, 'files', to))))
  })

const inDatabase = async (dataDir: string, work: (database: pg.Client) => Promise<void>) => {
  const { config, stop } = await startEmbedded({ dataDir, log: SILENT, role: 'command' })
  const database = new pg.Client(config)
  await database.connect()
  await work(database)
  await database.end()
  await stop()
}

const SILENT = { info: () => undefined, warn: () => undefined }

const COPY = `
  insert into books (
    publisher_id, title, author, caption, genre, cover, cover_color, pdf, pdf_name, pdf_bytes, page_count, created_at
  )
  select
    publisher_id, copy, author, caption, genre, cover, cover_color, 'pdf/' || gen_random_uuid() || '.pdf', pdf_name,
    pdf_bytes, page_count, created_at + place * interval '1 millisecond'
  from books, unnest($2::text[]) with ordinality as copies (copy, place)
  where id = $1
  returning (select pdf from books where id = $1) as "from", pdf as "to"`

const DAY_MS = 24 * 60 * 60_000
const TEST_MS = 3 * 60_000

/** What is counted by days would be on two of them if midnight came during a test. */
export const untilDayIsLongEnough = async () => {
  const left = DAY_MS - (Date.now() % DAY_MS)
  if (left < TEST_MS) await pause(left)
}
