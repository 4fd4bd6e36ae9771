import { expect, test } from 'vitest'
import type { Api } from '#contract/api/client.ts'
import { getBook } from '#contract/books.ts'
import { Problem, isProblem } from '#contract/api/problems.ts'
import { createQueryClient, dehydrate, hydrate } from './query-client.ts'
import { query } from './query.ts'

const bookQuery = (id: string) => query(getBook, { params: { id } })

const library = (async (_call: unknown, { params }: { params: { id: string } }) => {
  if (params.id === 'lost') throw new Problem('bookNotFound')
  if (params.id === 'away') throw new Problem('unavailable')
  return { title: 'Walden' }
}) as unknown as Api

const hydratedClient = async () => {
  const server = createQueryClient(library, { retries: 0 })
  await Promise.all(['here', 'lost', 'away'].map((id) => server.prefetchQuery(bookQuery(id))))
  const browser = createQueryClient(library)
  hydrate(browser, JSON.parse(JSON.stringify(dehydrate(server))))
  return browser
}

test('the browser has the data that the server fetched', async () => {
  expect((await hydratedClient()).getQueryData(bookQuery('here').queryKey)).toEqual({ title: 'Walden' })
})

test('the browser has a not_found error of the server, with the message of the API', async () => {
  const { error } = (await hydratedClient()).getQueryState(bookQuery('lost').queryKey) ?? {}
  expect(isProblem(error, 'not_found') && error.message).toBe('Book not found.')
})

test('the browser retries a query that failed on the server', async () => {
  expect((await hydratedClient()).getQueryState(bookQuery('away').queryKey)).toBeUndefined()
})
