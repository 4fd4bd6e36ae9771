import { useLocation, useSearchParams } from 'react-router'
import { BOOK_ORDERS, type BookOrder } from '#contract/values/shelves.ts'
import { readPage } from '#web/books/library-address.ts'

/** What the address of a shelf or a list says: the page, the order, and words in title or author. */
export const readShelfQuery = (search: URLSearchParams) => ({
  page: readPage(search),
  sort: BOOK_ORDERS.find((order) => order === search.get('sort')) ?? ('place' as BookOrder),
  words: search.get('query') ?? '',
  year: /^[12]\d{3}$/.exec(search.get('year') ?? '')?.[0] ?? '',
})

type ShelfQuery = ReturnType<typeof readShelfQuery>

/** The same as a query of the API, without what is usual. */
export const toQuery = ({ page, sort, words, year }: ShelfQuery) => ({
  page,
  sort,
  ...(words && { query: words }),
  ...(year && { year }),
})

export const useShelfAddress = () => {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const query = readShelfQuery(search)
  /** The address with a change; any but of the page leads to the first one. */
  const to = (change: Partial<ShelfQuery>) => {
    const { page, sort, words, year } = { ...query, page: 1, ...change }
    const params = new URLSearchParams()
    if (words) params.set('query', words)
    if (year) params.set('year', year)
    if (sort !== 'place') params.set('sort', sort)
    if (page > 1) params.set('page', String(page))
    const asked = params.toString()
    return asked === '' ? pathname : `${pathname}?${asked}`
  }
  return { ...query, to }
}

export type ShelfAddress = ReturnType<typeof useShelfAddress>
