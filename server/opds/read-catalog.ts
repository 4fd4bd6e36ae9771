import { type Book, type BookPage, listBooks, listFacets, listGenres, newBooks } from '#contract/books.ts'
import type { Api } from '#contract/api/client.ts'
import { licenceName, LICENCES } from '#contract/shapes/detail-fields.ts'
import { genreNamed, genreSlug } from '#contract/shapes/genres.ts'
import type { BookExtras } from '#server/books/read-extras.ts'
import type { Texts } from '#server/platform/language/texts.ts'
import { NEVER } from '#server/site/atom.ts'
import { type Catalog, type FacetGroup, type NavigationEntry, type Publication } from './catalog.ts'

export const PER_PAGE = 50

type Extras = (ids: string[]) => Promise<Map<string, BookExtras>>

/** What a feed is read with: the API as its reader, and the parameters of its address, of which empty ones are left out. */
export interface Asked {
  api: Api
  readExtras: Extras
  params: Record<string, string>
  query: Record<string, string>
  texts: Texts
}

export type Read = (asked: Asked) => Promise<Catalog>

/** A path with those parameters that have a value. */
const pathWith = (path: string, query: Record<string, string | number | undefined>) => {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(entries).toString()
  return search === '' ? path : `${path}?${search}`
}

export const EMPTY = { navigation: [], publications: [], facets: [], parts: {} }

/** Books with all that is known of them, without those that were hidden in between. */
const describe = async (books: Book[], readExtras: Extras): Promise<Publication[]> => {
  const extras = await readExtras(books.map(({ _id }) => _id))
  return books.flatMap((book) => {
    const found = extras.get(book._id)
    return found ? [{ ...book, ...found }] : []
  })
}

const latest = (times: string[]) => times.reduce((last, time) => (time > last ? time : last), NEVER)

interface Listed {
  title: string
  path: string
  up: string
  /** The query of the address of this feed, without the page. */
  query?: Record<string, string | undefined>
  page: BookPage
  facets?: FacetGroup[]
}

/** A page of books as a feed. */
export const toCatalog = async (
  { title, path, up, query = {}, page: { books, currentPage, totalBooks, totalPages }, facets = [] }: Listed,
  readExtras: Extras,
): Promise<Catalog> => {
  const pathOf = (page: number) => pathWith(path, { ...query, page: page === 1 ? undefined : page })
  const publications = await describe(books, readExtras)
  const last = Math.max(1, totalPages)
  return {
    ...EMPTY,
    kind: 'acquisition',
    title,
    up,
    publications,
    facets,
    path: pathOf(currentPage),
    updated: latest(publications.map(({ updatedAt }) => updatedAt)),
    parts: {
      first: pathOf(1),
      last: pathOf(last),
      ...(currentPage > 1 && { previous: pathOf(Math.min(currentPage - 1, last)) }),
      ...(currentPage < last && { next: pathOf(currentPage + 1) }),
    },
    count: { total: totalBooks, perPage: PER_PAGE, page: currentPage },
  }
}

export const pageOfQuery = ({ page }: Asked['query']) => ({ ...(page !== undefined && { page }), limit: PER_PAGE })

export const isOneOf = <Name extends string>(names: readonly Name[], text: string): text is Name =>
  names.some((name) => name === text)

interface Narrowed {
  genre?: string | undefined
  language?: string | undefined
  licence?: string | undefined
  query?: string | undefined
}

/** By what a list can be narrowed, with the numbers of books as the filters of the library have them. */
const readFacets = async (
  { api, texts }: Pick<Asked, 'api' | 'texts'>,
  { genre, ...filters }: Narrowed,
  { path, withGenres }: { path: string; withGenres: boolean },
): Promise<FacetGroup[]> => {
  const { facets } = texts.catalogs.CATALOG
  const others = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
  const [counts, genres] = await Promise.all([
    api(listFacets, { query: { ...others, ...(genre && { genre }) } }),
    withGenres ? api(listGenres, { query: others }) : [],
  ])
  const chosen: Narrowed = { ...(withGenres && { genre }), ...filters }
  const group = (title: string, name: keyof Narrowed, values: { value: string; title: string; count?: number }[]) => ({
    title,
    values: [
      {
        title: facets.all,
        path: pathWith(path, { ...chosen, [name]: undefined }),
        isActive: chosen[name] === undefined,
      },
      ...values.map(({ value, ...shown }) => ({
        ...shown,
        path: pathWith(path, { ...chosen, [name]: value }),
        isActive: chosen[name] === value,
      })),
    ],
  })
  const groups = [
    group(
      facets.genre,
      'genre',
      genres.flatMap(({ _id, count }) => {
        const known = genreNamed(_id)
        return known ? [{ value: genreSlug(known), title: texts.genre(known), ...(count !== null && { count }) }] : []
      }),
    ),
    group(
      facets.language,
      'language',
      counts.language.values.map(({ value, count }) => ({ value, title: texts.languageName(value), count })),
    ),
    group(
      facets.licence,
      'licence',
      counts.licence.values.flatMap(({ value, count }) =>
        isOneOf(LICENCES, value)
          ? [{ value, title: licenceName(value) ?? texts.catalogs.CATALOG.allRightsReserved, count }]
          : [],
      ),
    ),
  ]
  return groups.filter(({ values }) => values.length > 1)
}

/** The library, or a part of it, in one of its orders. */
export const readLibrary = async (
  { api, readExtras, query, texts }: Asked,
  { title, path, up = '', sort, genre }: { title: string; path: string; up?: string; sort?: string; genre?: string },
): Promise<Catalog> => {
  const named = query['genre'] === undefined ? undefined : genreNamed(query['genre'])
  const narrowed: Narrowed = {
    genre: genre ?? (named ? genreSlug(named) : query['genre']),
    language: query['language'],
    licence: query['licence'],
    query: query['query'],
  }
  const sent = Object.fromEntries(Object.entries(narrowed).filter(([, value]) => value !== undefined))
  const isFirst = query['page'] === undefined || query['page'] === '1'
  const [page, facets] = await Promise.all([
    api(listBooks, { query: { ...sent, ...pageOfQuery(query), ...(sort !== undefined && { sort }) } as never }),
    isFirst ? readFacets({ api, texts }, narrowed, { path, withGenres: genre === undefined }) : [],
  ])
  const address = { ...narrowed, ...(genre !== undefined && { genre: undefined }) }
  return toCatalog({ title, path, up, query: { ...address }, page, facets }, readExtras)
}

/** Lists that are gone on with after the last name have no number of pages. */
export const readNames = async (
  { api, query }: Asked,
  { title, path }: { title: string; path: string },
  read: (after: string | undefined) => Promise<{ entries: NavigationEntry[]; next: string | undefined }>,
): Promise<Catalog> => {
  const { after } = query
  const [{ entries, next }, updated] = await Promise.all([read(after), lastPublished(api)])
  return {
    ...EMPTY,
    kind: 'navigation',
    title,
    up: '',
    updated,
    navigation: entries,
    path: pathWith(path, { after }),
    parts: { first: path, ...(next !== undefined && { next: pathWith(path, { after: next }) }) },
  }
}

export const lastPublished = async (api: Api) => latest((await api(newBooks, { query: { limit: 1 } })).map(newest))
const newest = ({ createdAt }: Book) => createdAt
