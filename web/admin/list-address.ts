import { useSearchParams } from 'react-router'
import { QUERY_MAX } from '#contract/calls/books.ts'

/** Page, search, order and filter of a list, as stored in its address. */
export interface ListAddress<Sort extends string, Status extends string = never> {
  page: number
  words: string
  sort: Sort
  status: Status | ''
  /** The address with changes; without a page it is that of the first page. */
  to: (change: { page?: number; words?: string; sort?: Sort; status?: Status | '' }) => string
}

interface ListAddressOptions<Sort extends string, Status extends string> {
  /** The first is the default. */
  sorts: readonly Sort[]
  statuses?: readonly Status[]
}

export const useListAddress = <Sort extends string, Status extends string = never>({
  sorts,
  statuses = [],
}: ListAddressOptions<Sort, Status>): ListAddress<Sort, Status> => {
  const [search] = useSearchParams()
  const [defaultSort] = sorts as readonly [Sort]
  const words = (search.get('query') ?? '').trim().slice(0, QUERY_MAX)
  const sort = sorts.find((one) => one === search.get('sort')) ?? defaultSort
  const status = statuses.find((one) => one === search.get('status')) ?? ''
  const to: ListAddress<Sort, Status>['to'] = (change) => {
    const target = { words, sort, status, page: 1, ...change }
    const params = new URLSearchParams()
    if (target.words) params.set('query', target.words)
    if (target.status) params.set('status', target.status)
    if (target.sort !== defaultSort) params.set('sort', target.sort)
    if (target.page > 1) params.set('page', String(target.page))
    return `?${params}`
  }
  return { page: parsePage(search.get('page')), words, sort, status, to }
}

const parsePage = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1)
