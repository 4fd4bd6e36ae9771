import { expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { getBook } from '#contract/books.ts'
import { Problem, isProblem } from '#contract/problems.ts'
import { carry, createQueryClient, unpack } from './query-client.ts'
import { query } from './query.ts'

const asked = (id: string) => query(getBook, { params: { id } })

const library = (async (_call: unknown, { params }: { params: { id: string } }) => {
  if (params.id === 'lost') throw new Problem('bookNotFound')
  if (params.id === 'away') throw new Problem('unavailable')
  return { title: 'Walden' }
}) as unknown as Api

const carriedAway = async () => {
  const server = createQueryClient(library, { retries: 0 })
  await Promise.all(['here', 'lost', 'away'].map((id) => server.prefetchQuery(asked(id))))
  const browser = createQueryClient(library)
  unpack(browser, JSON.parse(JSON.stringify(carry(server))))
  return browser
}

test('what the server read is there in the browser', async () => {
  expect((await carriedAway()).getQueryData(asked('here').queryKey)).toEqual({ title: 'Walden' })
})

test('what is not there is known in the browser too, in the words of the API', async () => {
  const { error } = (await carriedAway()).getQueryState(asked('lost').queryKey) ?? {}
  expect(isProblem(error, 'not_found') && error.message).toBe('Book not found.')
})

test('what failed on the server is asked again by the browser', async () => {
  expect((await carriedAway()).getQueryState(asked('away').queryKey)).toBeUndefined()
})
