import { afterAll, beforeAll, expect, test } from 'vitest'
import { qrCode } from '#server/site/qr-code.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite({ env: { PUBLIC_URL: 'https://books.example.org' } })
})
afterAll(() => site.close())

const ask = (id: string, method: 'GET' | 'HEAD' = 'GET') => site.app.inject({ method, url: `/books/${id}/code.svg` })

test('the code of a book is its public address', async () => {
  const id = await site.aBookRow(null)
  const answer = await ask(id)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect(answer.body).toBe(qrCode(`https://books.example.org/books/${id}`))
  expect((await ask(id, 'HEAD')).statusCode).toBe(200)
})

test('there is no code of an unknown book', async () => {
  for (const id of ['x', '..%2f', '00000000-0000-7000-8000-000000000000']) {
    const answer = await ask(id)
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([404, 'Book not found.'])
  }
})
