import { useSearchParams } from 'react-router'
import { ADMIN_QUERY_MAX, DIRECTIONS } from '#contract/values/admin.ts'
import type { Direction } from '#contract/values/admin.ts'

type Choices<Filter extends string> = Readonly<Record<Filter, readonly string[]>>

interface Place<Sort extends string, Filter extends string> {
  page: number
  words: string
  sort: Sort
  direction: Direction
  filters: Readonly<Record<Filter, string>>
}

/** Page, search, order and filters of a list, as stored in its address. */
export interface ListAddress<Sort extends string, Filter extends string = never> extends Place<Sort, Filter> {
  /** The address with changes; without a page it is that of the first page. */
  to: (change: Partial<Place<Sort, Filter>>) => string
}

interface ListAddressOptions<Sort extends string, Filter extends string> {
  sorts: readonly Sort[]
  /** The order without a choice: of the whole list, or of a search. */
  sortOf: (words: string) => Sort
  /** The values of each filter. */
  filters?: Choices<Filter>
}

/** Orders that begin with the newest, the most and the best. */
const DESCENDING = new Set(['best-match', 'new', 'views', 'rating'])

/** The direction in which an order is first shown. */
export const usualDirection = (sort: string): Direction => (DESCENDING.has(sort) ? 'desc' : 'asc')

export const useListAddress = <Sort extends string, Filter extends string = never>({
  sorts,
  sortOf,
  filters: choices = {} as Choices<Filter>,
}: ListAddressOptions<Sort, Filter>): ListAddress<Sort, Filter> => {
  const [search] = useSearchParams()
  const words = (search.get('query') ?? '').trim().slice(0, ADMIN_QUERY_MAX)
  const chosen = sorts.find((one) => one === search.get('sort'))
  const sort = chosen ?? sortOf(words)
  const direction = DIRECTIONS.find((one) => one === search.get('direction')) ?? usualDirection(sort)
  const names = Object.keys(choices) as Filter[]
  const filters = Object.fromEntries(
    names.map((name) => [name, choices[name].find((value) => value === search.get(name)) ?? '']),
  ) as Record<Filter, string>
  const to: ListAddress<Sort, Filter>['to'] = (change) => {
    const target = { words, filters, page: 1, ...change }
    // Another search has its own order, unless one was chosen; another order its own direction.
    const by = change.sort ?? chosen ?? sortOf(target.words)
    const way = change.direction ?? (by === sort ? direction : usualDirection(by))
    const params = new URLSearchParams()
    if (target.words) params.set('query', target.words)
    for (const name of names) if (target.filters[name]) params.set(name, target.filters[name])
    if (by !== sortOf(target.words)) params.set('sort', by)
    if (way !== usualDirection(by)) params.set('direction', way)
    if (target.page > 1) params.set('page', String(target.page))
    return `?${params}`
  }
  return { page: parsePage(search.get('page')), words, sort, direction, filters, to }
}

/** The address as the query of a call. */
export const toListQuery = <Sort extends string>({ page, words, sort, direction }: ListAddress<Sort, string>) => ({
  page,
  sort,
  ...(direction !== usualDirection(sort) && { direction }),
  ...(words && { query: words }),
})

const parsePage = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1)
