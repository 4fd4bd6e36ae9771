import { useSearchParams } from 'react-router'
import { QUERY_MAX } from '#contract/books.ts'

/** What the address of a list says. */
export interface ListAddress<Sort extends string, Status extends string = never> {
  page: number
  words: string
  sort: Sort
  status: Status | ''
  /** The address with some of it changed; anything but a page leads to the first one. */
  to: (change: { page?: number; words?: string; sort?: Sort; status?: Status | '' }) => string
}

interface Known<Sort extends string, Status extends string> {
  /** The first is the usual one. */
  sorts: readonly Sort[]
  statuses?: readonly Status[]
}

export const useListAddress = <Sort extends string, Status extends string = never>({
  sorts,
  statuses = [],
}: Known<Sort, Status>): ListAddress<Sort, Status> => {
  const [search] = useSearchParams()
  const [usual] = sorts as readonly [Sort]
  const words = (search.get('query') ?? '').trim().slice(0, QUERY_MAX)
  const sort = sorts.find((one) => one === search.get('sort')) ?? usual
  const status = statuses.find((one) => one === search.get('status')) ?? ''
  const to: ListAddress<Sort, Status>['to'] = (change) => {
    const asked = { words, sort, status, page: 1, ...change }
    const params = new URLSearchParams()
    if (asked.words) params.set('query', asked.words)
    if (asked.status) params.set('status', asked.status)
    if (asked.sort !== usual) params.set('sort', asked.sort)
    if (asked.page > 1) params.set('page', String(asked.page))
    return `?${params}`
  }
  return { page: pageOf(search.get('page')), words, sort, status, to }
}

const pageOf = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1)
