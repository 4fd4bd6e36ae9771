import { useLocation, useParams, useSearchParams } from 'react-router'
import { QUERY_MAX, SEARCH_SORTS, SORTS } from '#contract/values/books.ts'
import type { SearchSort } from '#contract/values/books.ts'
import { FILTERS, type Filters } from '#contract/shapes/filters.ts'
import { genreNamed } from '#contract/shapes/genres.ts'
import type { Genre } from '#contract/shapes/genres.ts'
import { genrePath } from './genre-path.ts'
import { readFilters } from './read-filters.ts'

/** The query in the address of a library page. */
export interface LibraryQuery {
  /** The genre as the contract spells it, or as in the address if it is unknown. */
  genre: Genre | (string & {}) | undefined
  page: number
  search: string
  sort: SearchSort
  /** Whether to search for misspelled words as they are. */
  exact: boolean
  /** Those with a value alone. */
  filters: Filters
  /** Whether to search inside the books. */
  inside: boolean
  /** Whether the page comes with its filters open, as where no script opens them. */
  showsFilters: boolean
}

export interface LibraryAddress extends LibraryQuery {
  /** The address with a change applied. Any change but `page` leads to the first page. */
  to: (change: Change) => string
}

type Change = {
  genre?: Genre | null
  page?: number
  search?: string
  sort?: SearchSort
  exact?: boolean
  filters?: Filters
  inside?: boolean
}

const GENRE_MAX = 40

export const useLibraryAddress = (): LibraryAddress => {
  const { genre } = useParams()
  const [searchParams] = useSearchParams()
  const { pathname } = useLocation()
  const query = readLibraryQuery(genre, searchParams)
  const to = (change: Change) => {
    const search = change.search ?? query.search
    // An order that nobody chose does not outlast the search.
    const chosen = change.sort ?? (query.sort === usualSort(query.search) ? undefined : query.sort)
    const path = change.genre === undefined ? pathname : change.genre ? genrePath(change.genre) : '/library'
    const params = new URLSearchParams()
    if (search) params.set('query', search)
    if (change.exact ?? (query.exact && change.search === undefined)) params.set('exact', 'true')
    // All genres are searched.
    if (search && change.genre === undefined && (change.inside ?? query.inside)) params.set('inside', 'true')
    const filters = change.filters ?? query.filters
    for (const name of FILTERS) if (filters[name]) params.set(name, filters[name])
    if (chosen && chosen !== usualSort(search)) params.set('sort', chosen)
    if (change.page && change.page > 1) params.set('page', String(change.page))
    const asked = params.toString()
    return asked === '' ? path : `${path}?${asked}`
  }
  return { ...query, to }
}

/** Reads the query from the genre in the path, if any, and the search parameters. */
export const readLibraryQuery = (genre: string | undefined, params: URLSearchParams): LibraryQuery => {
  const search = (params.get('query') ?? '').trim().slice(0, QUERY_MAX)
  return {
    genre: genre && (genreNamed(genre) ?? genre.slice(0, GENRE_MAX)),
    page: readPage(params),
    search,
    sort: sortsOf(search).find((one) => one === params.get('sort')) ?? usualSort(search),
    exact: search !== '' && params.get('exact') === 'true',
    filters: readFilters(params),
    inside: search !== '' && params.get('inside') === 'true',
    showsFilters: params.has('filters'),
  }
}

/** The orders to choose from. */
export const sortsOf = (search: string): readonly SearchSort[] => (search ? SEARCH_SORTS : SORTS)

const usualSort = (search: string): SearchSort => (search ? 'best-match' : 'new')

/** The page number in the search parameters, or else 1. */
export const readPage = (params: URLSearchParams) => {
  const text = params.get('page')
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}
