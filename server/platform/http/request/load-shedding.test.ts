import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { listen } from '#server/testing/raw-socket.ts'

/** `fetch` opens up to half as many connections more; one address may have 2,048. */
const CLIENTS = 1000

let site: TestSite
let reader: Person
let author: Person
let address: string

beforeAll(async () => {
  site = await openTestSite()
  ;[reader, author] = await Promise.all([site.aReader(), site.anAuthor()])
  address = `http://127.0.0.1:${await listen(site.app)}`
})
afterAll(() => site.close())

const ask = async (path: string, init: RequestInit = {}) => {
  const begunAt = performance.now()
  const response = await fetch(address + path, init)
  const text = await response.text()
  const { status, headers } = response
  return { status, text, retryAfter: headers.get('retry-after'), ms: performance.now() - begunAt }
}

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
const read = () => ask('/api/books/new', { headers: { 'cache-control': 'no-cache' } })

type Answer = Awaited<ReturnType<typeof ask>>

const isOverloaded = ({ status, text }: Answer) =>
  status === 503 && (JSON.parse(text) as { type: string }).type === 'overloaded'

/** Clients that read once, or until `stop` if they waited in vain: on a slow machine the first give up before the last have come. */
const startReaders = () => {
  const { promise: refused, resolve } = Promise.withResolvers<Answer>()
  const answers: Answer[] = []
  let isOver = false
  const keepReading = async () => {
    while (!isOver) {
      const answer = await read()
      answers.push(answer)
      if (isOverloaded(answer)) return resolve(answer)
    }
  }
  const ended = Promise.all(Array.from({ length: CLIENTS }, keepReading))
  ended.catch(() => {})
  return {
    /** The first that was refused. */
    refused,
    stop: async () => {
      isOver = true
      await ended
      return answers
    },
  }
}

test(
  'more requests than can be worked off are refused at once, with the message of the call; health is not',
  { timeout: 120_000 },
  async ({ onTestFinished }) => {
    const { db } = site.services
    const readers = await db.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      // Reads of books wait until the transaction ends.
      await sql`lock table books in access exclusive mode`.execute(trx)
      const readers = startReaders()
      onTestFinished(async () => void (await readers.stop()))
      const refused = await readers.refused
      expect(refused).toMatchObject({ status: 503, retryAfter: '2' })
      expect(JSON.parse(refused.text)).toMatchObject({ type: 'overloaded', message: 'Failed to load new arrivals' })
      const rate = () =>
        ask(`/api/books/${crypto.randomUUID()}/rate`, {
          method: 'POST',
          headers: { ...bearer(reader), 'content-type': 'application/json' },
          body: '{"rating":5}',
        })
      const upload = () => ask('/api/books', { method: 'POST', headers: bearer(author), body: aBookForm() })
      // When many have waited in vain the queue has room for a moment.
      for (const write of [rate, upload])
        await expect
          .poll(() => write().then((answer) => isOverloaded(answer) && answer.retryAfter), { timeout: 30_000 })
          .toBe('2')
      expect((await ask('/healthz')).status).toBe(200)
      return readers
    })
    const statuses = (await readers.stop()).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect((await read()).status).toBe(200)
  },
)
