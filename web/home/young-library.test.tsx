import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { SHELF } from '#contract/values/books.ts'
import { listPublicGenres, newBooks, topRatedBooks } from '#contract/calls/books.ts'
import type { Book } from '#contract/books.ts'
import { featuredBooks } from '#contract/calls/premium.ts'
import { listReading } from '#contract/calls/reading.ts'
import { dailyRecommendations, recommendedBooks } from '#contract/calls/recommendations.ts'
import { query } from '#web/api/query.ts'
import { GenreShelf } from '#web/books/genre-shelf.tsx'
import { premiumStrip } from '#web/premium/use-premium-books.ts'
import { GenreSpines } from './genre-spines.tsx'
import { useMemberStrips } from './use-member-strips.ts'

const books = (ids: string) => [...ids].map((_id) => ({ _id }) as Book)

const render = (client: QueryClient, page: ReactNode) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={client}>{page}</QueryClientProvider>
    </MemoryRouter>,
  )

/** The books of the strips of a member for whom the calls list these. */
const stripsOf = (listed: { arrivals: string; recommended: string; topRated?: string }) => {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => null, staleTime: Infinity } } })
  const after = (strips: number) => ({ query: { limit: SHELF * (strips + 1) } })
  client.setQueryData(query(listReading).queryKey, [])
  client.setQueryData(query(featuredBooks, after(1)).queryKey, [])
  client.setQueryData(premiumStrip(after(2).query.limit).queryKey, [])
  client.setQueryData(query(topRatedBooks, after(3)).queryKey, books(listed.topRated ?? ''))
  client.setQueryData(query(newBooks, after(4)).queryKey, books(listed.arrivals))
  client.setQueryData(query(recommendedBooks, after(4)).queryKey, books(listed.recommended) as never)
  client.setQueryData(query(dailyRecommendations, after(6)).queryKey, [])
  return render(client, <Strips />)
}

const Strips = () => {
  const { arrivals, recommended } = useMemberStrips().strips
  return [arrivals, recommended].map(({ data }) => data?.map(({ _id }) => _id).join('')).join('; ')
}

test('what is recommended is left out where it would be the new arrivals again', () => {
  expect(stripsOf({ arrivals: 'abc', recommended: 'cab' })).toBe('abc; ')
  expect(stripsOf({ arrivals: 'abcdef', recommended: 'fa' })).toBe('abcd; f')
  expect(stripsOf({ topRated: 'abcd', arrivals: 'ef', recommended: 'ab' })).toBe('ef; ab')
})

const counts = [{ _id: 'Poetry', count: 3 }]
const numbersIn = (markup: string) => markup.replaceAll(/<[^>]+>/g, ' ').match(/\d+/g)

test('a spine or board of a genre without books has no number', () => {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => null, staleTime: Infinity } } })
  client.setQueryData(query(listPublicGenres).queryKey, counts)
  expect(numbersIn(render(client, <GenreSpines />))).toEqual(['3', '3'])
  const shelf = <GenreShelf id="shelf" current="Drama" counts={new Map([['Poetry', 3]])} to={() => '/library'} />
  expect(numbersIn(render(client, shelf))).toEqual(['3'])
})
