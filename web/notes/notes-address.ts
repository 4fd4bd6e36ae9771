import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { MARK_COLORS, MARK_KINDS, MARK_ORDERS, type MarkKind, type MarkOrder } from '#contract/values/marks.ts'

/** What is in the address of the page: which marks, in which order, which page of them. */
export interface NotesQuery {
  query: string
  kind: MarkKind | undefined
  color: (typeof MARK_COLORS)[number] | undefined
  order: MarkOrder
  page: number
}

const read = (search: URLSearchParams): NotesQuery => ({
  query: search.get('query')?.trim() ?? '',
  kind: MARK_KINDS.find((one) => one === search.get('kind')),
  color: MARK_COLORS.find((one) => one === search.get('color')),
  order: MARK_ORDERS.find((one) => one === search.get('order')) ?? 'date',
  page: Math.max(1, Math.floor(Number(search.get('page'))) || 1),
})

/** The address with these changes; whatever changes but the page begins at the first page. */
const write = (query: NotesQuery, changes: Partial<NotesQuery>) => {
  const { page, order, ...rest } = { ...query, page: 1, ...changes }
  const values = { ...rest, ...(order !== 'date' && { order }), ...(page > 1 && { page: String(page) }) }
  return `?${new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))}`
}

export const useNotesAddress = () => {
  const [search] = useSearchParams()
  return useMemo(() => {
    const query = read(search)
    return { query, to: (changes: Partial<NotesQuery>) => write(query, changes) }
  }, [search])
}

export type NotesAddress = ReturnType<typeof useNotesAddress>
