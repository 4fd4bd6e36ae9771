import { createHash } from 'node:crypto'
import type { Agent } from 'node:http'
import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { call } from './call.ts'
import { type Journal, NONE } from './journal.ts'

const SWEEP_TIMEOUT_MS = 5000
/** The files of a cover: the original, and two formats in three widths. */
const COVER_FILES = 7

export interface Site {
  config: pg.ClientConfig
  dataDir: string
  address: string
  agent: Agent
  token: string
  journal: Journal
}

/** Differences between the database and the journal, one line each. A write without a response is recorded as found. */
export const verify = (site: Site): Promise<string[]> =>
  withClient(site.config, async (client) => [
    ...(await lostStars(client, site)),
    ...(await lostDrafts(client, site)),
    ...(await lostComments(client, site)),
    ...(await wrongCounters(client)),
    ...(await lostBooks(client, site)),
    ...(await rowsWithoutFiles(client, site)),
  ])

/** Files without a row after the sweep of the start. */
export const verifySwept = (site: Site): Promise<string[]> =>
  withClient(site.config, async (client) => {
    const end = Date.now() + SWEEP_TIMEOUT_MS
    for (;;) {
      const faults = await filesWithoutRows(client, site)
      if (faults.length === 0 || Date.now() > end) return faults
      await pause(100)
    }
  })

/** Throws if an index lacks a row of its table. */
export const checkIndexes = ({ config }: Pick<Site, 'config'>) =>
  withClient(config, async (client) => {
    await client.query('create extension if not exists amcheck')
    await client.query(`
      select bt_index_check(pg_index.indexrelid, true)
      from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
      where amname = 'btree' and relpersistence = 'p' and indisvalid and relkind = 'i'`)
  })

const withClient = async <T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client(config)
  await client.connect()
  return work(client).finally(() => client.end())
}

const lostStars = async (client: pg.Client, { journal }: Site) => {
  const { rows } = await client.query<{ key: string; stars: number }>(
    `select book_id || ' ' || user_id as key, stars from ratings`,
  )
  const found = new Map(rows.map(({ key, stars }) => [key, stars]))
  const unknown = rows.filter(({ key }) => !journal.stars.has(key)).map(({ key }) => `an unknown rating: ${key}`)
  const wrong = [...journal.stars].flatMap(([key, possible]) => {
    const stars = found.get(key) ?? NONE
    journal.stars.set(key, new Set([stars]))
    return possible.has(stars) ? [] : [`${key} has ${stars} stars, the responses said ${[...possible].join(' or ')}`]
  })
  return [...unknown, ...wrong]
}

const lostDrafts = async (client: pg.Client, { journal }: Site) => {
  const { rows } = await client.query<{ id: string; title: string }>(
    "select id, title from books where state = 'draft'",
  )
  const found = new Map(rows.map(({ id, title }) => [id, title]))
  return [...journal.drafts].flatMap(([id, possible]) => {
    const title = found.get(id)
    if (title === undefined) return [`draft ${id} is lost`]
    journal.drafts.set(id, new Set([title]))
    return possible.has(title) ? [] : [`draft ${id} is ${title}, the responses said ${[...possible].join(' or ')}`]
  })
}

const lostComments = async (client: pg.Client, { journal }: Site) => {
  const { rows } = await client.query<{ id: string; text: string }>('select id, text from comments')
  const found = new Map(rows.map(({ id, text }) => [text, id]))
  const faults = rows.length === found.size ? [] : ['a duplicate comment']
  for (const text of found.keys()) if (!journal.comments.has(text)) faults.push(`an unknown comment: ${text}`)
  for (const [text, { attempt, answered }] of journal.comments) {
    const id = found.get(text)
    if (answered && id !== attempt.commentId) faults.push(`comment ${attempt.commentId} is lost`)
    if (id) journal.comments.set(text, { attempt: { ...attempt, commentId: id }, answered: true })
  }
  return faults
}

const wrongCounters = async (client: pg.Client) => {
  const { rows } = await client.query<{ id: string; counted: string; are: string }>(`
    select id, concat_ws(' ', rating_count, rating_sum, comment_count, days.ratings) as counted,
      concat_ws(' ', given.count, given.sum, said.count, given.count) as are
    from books,
      lateral (select count(*), coalesce(sum(stars), 0) as sum from ratings where book_id = books.id) as given,
      lateral (select count(*) from comments where book_id = books.id) as said,
      lateral (select coalesce(sum(ratings), 0) as ratings from book_days where book_id = books.id) as days
    where (rating_count, rating_sum, comment_count, days.ratings) <> (given.count, given.sum, said.count, given.count)`)
  return rows.map(({ id, counted, are }) => `book ${id} counts ${counted}, there are ${are} (ratings, stars, comments)`)
}

const lostBooks = async (client: pg.Client, site: Site) => {
  const { rows } = await client.query<{ id: string; mark: string }>(
    "select id, caption as mark from books where state <> 'draft'",
  )
  const found = new Map(rows.map(({ id, mark }) => [mark, id]))
  const faults = rows.length === found.size ? [] : ['a duplicate book']
  for (const [mark, { attempt, answered }] of site.journal.uploads) {
    const id = found.get(mark)
    if (answered && id !== attempt.bookId) faults.push(`book ${attempt.bookId} is lost`)
    if (id) site.journal.uploads.set(mark, { attempt: { ...attempt, bookId: id }, answered: true })
  }
  for (const { id, mark } of rows) {
    const expected = site.journal.uploads.get(mark)?.attempt.sha256
    const sha256 = await hashOverHttp(site, id)
    if (sha256 !== expected) faults.push(`the PDF of book ${id} is ${sha256}, not the one sent`)
  }
  return faults
}

const hashOverHttp = async ({ agent, address, token }: Site, id: string) => {
  const link = await call(agent, `${address}/api/books/${id}/pdf`, { token })
  if (link.status !== 200) return `no link (${link.status})`
  const { pdfUrl } = JSON.parse(link.bytes.toString()) as { pdfUrl: string }
  const file = await call(agent, address + pdfUrl)
  return file.status === 200 ? createHash('sha256').update(file.bytes).digest('hex') : `no file (${file.status})`
}

interface Row {
  pdf: string
  cover: string
  bytes: number
}

const rowsWithoutFiles = async (client: pg.Client, { dataDir }: Site) => {
  const { rows } = await client.query<Row>('select pdf, cover, pdf_bytes as bytes from books')
  const files = await sizesBelow(join(dataDir, 'files'))
  const coverFiles = Map.groupBy(files.keys(), coverOf)
  const covers = new Set(rows.map(({ cover }) => cover))
  return [
    ...rows.filter(({ pdf, bytes }) => files.get(pdf) !== bytes).map(({ pdf }) => `a row without its file: ${pdf}`),
    ...[...covers]
      .filter((cover) => coverFiles.get(cover)?.length !== COVER_FILES)
      .map((cover) => `cover ${cover} is incomplete`),
  ]
}

const filesWithoutRows = async (client: pg.Client, { dataDir }: Site) => {
  const { rows } = await client.query<Row>('select pdf, cover from books')
  const [files, temporary] = await Promise.all([sizesBelow(join(dataDir, 'files')), sizesBelow(join(dataDir, 'tmp'))])
  const known = new Set(rows.flatMap(({ pdf, cover }) => [pdf, cover]))
  return [
    ...[...files.keys()].filter((key) => !known.has(coverOf(key))).map((key) => `a file without a row: ${key}`),
    ...[...temporary.keys()].map((name) => `left in tmp: ${name}`),
  ]
}

/** The cover hash in a file's key. For any other file its key. */
const coverOf = (key: string) => /^covers\/.*?([\da-f]{32})/.exec(key)?.[1] ?? key

const sizesBelow = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => -1,
      ),
    ),
  )
  return new Map(paths.map((path, i) => [relative(folder, path), sizes[i] ?? -1]))
}
