import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { listen } from '#server/testing/raw-socket.ts'

const CLIENTS = 2000

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

const read = () => ask('/api/books/new', { headers: { 'cache-control': 'no-cache' } })

test(
  'more requests than can be worked off are refused at once, with the message of the call; health is not',
  {
    timeout: 30_000,
  },
  async () => {
    const { db } = site.services
    const answers = await db.transaction().execute(async (trx) => {
      // Reads of books wait until the transaction ends.
      await sql`lock table books in access exclusive mode`.execute(trx)
      const waiting = Array.from({ length: CLIENTS }, read)

      // No read can succeed yet, so the first answer is a refusal.
      const refused = await Promise.race(waiting)
      expect(refused).toMatchObject({ status: 503, retryAfter: '2' })
      expect(JSON.parse(refused.text)).toMatchObject({ type: 'overloaded', message: 'Failed to load new arrivals' })
      const rating = await ask(`/api/books/${crypto.randomUUID()}/rate`, {
        ...{ method: 'POST', headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' } },
        body: '{"rating":5}',
      })
      expect(rating).toMatchObject({ status: 503, retryAfter: '2' })
      const upload = await ask('/api/books', {
        ...{ method: 'POST', headers: { authorization: `Bearer ${author.token}` }, body: aBookForm() },
      })
      expect(upload).toMatchObject({ status: 503, retryAfter: '2' })
      expect((await ask('/healthz')).status).toBe(200)
      return waiting
    })
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect((await read()).status).toBe(200)
  },
)
