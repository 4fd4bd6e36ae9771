import { useLocation, useParams, useSearchParams } from 'react-router'
import { QUERY_MAX, SORTS } from '#contract/books.ts'
import type { Sort } from '#contract/books.ts'
import { genreNamed } from '#contract/genres.ts'
import type { Genre } from '#contract/genres.ts'
import { genrePath } from './genre-path.ts'

/** What is asked for by the address of a library page. */
export interface LibraryQuery {
  /** As the contract writes it, or as the address has it where there is no such genre. */
  genre: Genre | (string & {}) | undefined
  page: number
  words: string
  sort: Sort
}

export interface LibraryAddress extends LibraryQuery {
  /** The address with some of it changed; anything but a page leads to the first one. */
  to: (change: Change) => string
}

type Change = { genre?: Genre | null; page?: number; words?: string; sort?: Sort }

const GENRE_MAX = 40

export const useLibraryAddress = (): LibraryAddress => {
  const { genre: named } = useParams()
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const here = readLibraryQuery(named, search)
  const { words, sort } = here
  const to = (change: Change) => {
    const asked = { words, sort, ...change }
    const path = change.genre === undefined ? pathname : change.genre ? genrePath(change.genre) : '/library'
    const params = new URLSearchParams()
    if (asked.words) params.set('query', asked.words)
    if (asked.sort !== 'new') params.set('sort', asked.sort)
    if (change.page && change.page > 1) params.set('page', String(change.page))
    return params.size > 0 ? `${path}?${params}` : path
  }
  return { ...here, to }
}

/** What a path that names a genre, or none, and its search ask for. */
export const readLibraryQuery = (named: string | undefined, search: URLSearchParams): LibraryQuery => ({
  genre: named && (genreNamed(named) ?? named.slice(0, GENRE_MAX)),
  page: readPage(search),
  words: (search.get('query') ?? '').trim().slice(0, QUERY_MAX),
  sort: SORTS.find((one) => one === search.get('sort')) ?? 'new',
})

/** The page that an address asks for: 1 unless it names another. */
export const readPage = (search: URLSearchParams) => {
  const text = search.get('page')
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}
