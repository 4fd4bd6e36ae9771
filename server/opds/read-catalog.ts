import { getNewestByAuthor, listAuthors } from '#contract/authors.ts'
import { type Book, type BookPage, listBooks, listFacets, listGenres, newBooks } from '#contract/books.ts'
import type { Api } from '#contract/client.ts'
import { type Licence, LICENCES } from '#contract/detail-fields.ts'
import { genreNamed, genreSlug } from '#contract/genres.ts'
import { getList, listLists } from '#contract/lists.ts'
import { premiumBooks } from '#contract/premium.ts'
import { isProblem, Problem } from '#contract/problems.ts'
import { getSeries, listSeries } from '#contract/series.ts'
import { listShelf, listShelves, type ShelfName } from '#contract/shelves.ts'
import type { BookExtras } from '#server/books/read-extras.ts'
import { NEVER } from '#server/site/atom.ts'
import { authorPath, type Catalog, type FacetGroup, type NavigationEntry, type Publication } from './catalog.ts'

const PER_PAGE = 50

type Extras = (ids: string[]) => Promise<Map<string, BookExtras>>

/** What a feed is read with: the API as its reader, and the parameters of its address, of which empty ones are left out. */
export interface Asked {
  api: Api
  readExtras: Extras
  params: Record<string, string>
  query: Record<string, string>
}

type Read = (asked: Asked) => Promise<Catalog>

/** A path with those parameters that have a value. */
const pathWith = (path: string, query: Record<string, string | number | undefined>) => {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(entries).toString()
  return search === '' ? path : `${path}?${search}`
}

const EMPTY = { navigation: [], publications: [], facets: [], parts: {} }

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
  /** Of the address, without the page. */
  query?: Record<string, string | undefined>
  page: BookPage
  facets?: FacetGroup[]
}

/** A page of books as a feed. */
const toCatalog = async (
  { title, path, up, query = {}, page: { books, currentPage, totalBooks, totalPages }, facets = [] }: Listed,
  readExtras: Extras,
): Promise<Catalog> => {
  const pathOf = (page: number) => pathWith(path, { ...query, page: page === 1 ? undefined : page })
  const publications = await describe(books, readExtras)
  const last = Math.max(1, totalPages)
  return {
    ...EMPTY,
    ...{ kind: 'acquisition', title, up, publications, facets },
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

const pageOfQuery = ({ page }: Asked['query']) => ({ ...(page !== undefined && { page }), limit: PER_PAGE })

const isOneOf = <Name extends string>(names: readonly Name[], text: string): text is Name =>
  names.some((name) => name === text)

const languages = new Intl.DisplayNames(['en'], { type: 'language' })

const licenceName = (licence: Licence) => {
  if (licence === 'all-rights-reserved') return 'All rights reserved'
  return licence === 'cc0' ? 'CC0 1.0' : `CC ${licence.slice(3).toUpperCase()} 4.0`
}

interface Narrowed {
  genre?: string | undefined
  language?: string | undefined
  licence?: string | undefined
  query?: string | undefined
}

/** By what a list can be narrowed, with the numbers of books as the filters of the library have them. */
const readFacets = async (
  api: Api,
  { genre, ...filters }: Narrowed,
  { path, withGenres }: { path: string; withGenres: boolean },
): Promise<FacetGroup[]> => {
  const others = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
  const [counts, genres] = await Promise.all([
    api(listFacets, { query: { ...others, ...(genre && { genre }) } }),
    withGenres ? api(listGenres, { query: others }) : [],
  ])
  const chosen: Narrowed = { ...(withGenres && { genre }), ...filters }
  const group = (title: string, name: keyof Narrowed, values: { value: string; title: string; count?: number }[]) => ({
    title,
    values: [
      { title: 'All', path: pathWith(path, { ...chosen, [name]: undefined }), isActive: chosen[name] === undefined },
      ...values.map(({ value, ...shown }) => ({
        ...shown,
        path: pathWith(path, { ...chosen, [name]: value }),
        isActive: chosen[name] === value,
      })),
    ],
  })
  const groups = [
    group(
      'Genre',
      'genre',
      genres.flatMap(({ _id, count }) => {
        const known = genreNamed(_id)
        return known ? [{ value: genreSlug(known), title: known, ...(count !== null && { count }) }] : []
      }),
    ),
    group(
      'Language',
      'language',
      counts.language.values.map(({ value, count }) => ({ value, title: languages.of(value) ?? value, count })),
    ),
    group(
      'Licence',
      'licence',
      counts.licence.values.flatMap(({ value, count }) =>
        isOneOf(LICENCES, value) ? [{ value, title: licenceName(value), count }] : [],
      ),
    ),
  ]
  return groups.filter(({ values }) => values.length > 1)
}

/** The library, or a part of it, in one of its orders. */
const readLibrary = async (
  { api, readExtras, query }: Asked,
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
    isFirst ? readFacets(api, narrowed, { path, withGenres: genre === undefined }) : [],
  ])
  const address = { ...narrowed, ...(genre !== undefined && { genre: undefined }) }
  return toCatalog({ title, path, up, query: { ...address }, page, facets }, readExtras)
}

const SHELF_TITLES: Record<ShelfName, string> = {
  reading: 'Reading',
  want: 'Want to read',
  finished: 'Finished',
  rated: 'Rated',
}

/** Lists that are gone on with after the last name have no number of pages. */
const readNames = async (
  { api, query }: Asked,
  { title, path }: { title: string; path: string },
  read: (after: string | undefined) => Promise<{ entries: NavigationEntry[]; next: string | undefined }>,
): Promise<Catalog> => {
  const { after } = query
  const [{ entries, next }, updated] = await Promise.all([read(after), lastPublished(api)])
  return {
    ...EMPTY,
    ...{ kind: 'navigation', title, up: '', updated, navigation: entries },
    path: pathWith(path, { after }),
    parts: { first: path, ...(next !== undefined && { next: pathWith(path, { after: next }) }) },
  }
}

const lastPublished = async (api: Api) => latest((await api(newBooks, { query: { limit: 1 } })).map(newest))
const newest = ({ createdAt }: Book) => createdAt

const SORT = 'http://opds-spec.org/sort'
const FEATURED = 'http://opds-spec.org/featured'

/** Every feed by its path below the root of a version. */
export const FEEDS: Record<string, Read> = {
  '': async ({ api }) => ({
    ...EMPTY,
    ...{ kind: 'navigation', title: 'Catalog', path: '', updated: await lastPublished(api) },
    navigation: [
      { title: 'New books', path: '/new', kind: 'acquisition', rel: `${SORT}/new`, words: 'The newest first.' },
      {
        title: 'Popular',
        path: '/popular',
        kind: 'acquisition',
        rel: `${SORT}/popular`,
        words: 'The most read first.',
      },
      { title: 'Premium', path: '/premium', kind: 'acquisition', rel: FEATURED, words: 'Chosen by the librarians.' },
      { title: 'Genres', path: '/genres', kind: 'navigation', words: 'Books by genre.' },
      { title: 'Authors', path: '/authors', kind: 'navigation', words: 'All authors by name.' },
      { title: 'Series', path: '/series', kind: 'navigation', words: 'All series by name.' },
      {
        title: 'Your books',
        path: '/my',
        kind: 'navigation',
        words: 'Your shelves and lists, once you have logged in.',
      },
    ],
  }),
  '/new': (asked) => readLibrary(asked, { title: 'New books', path: '/new', sort: 'new' }),
  '/popular': (asked) => readLibrary(asked, { title: 'Popular', path: '/popular', sort: 'most-read' }),
  '/search': (asked) => readLibrary(asked, { title: `Search: ${asked.query['query']?.trim() ?? ''}`, path: '/search' }),
  '/premium': async ({ api, readExtras, query }) => {
    const page = await api(premiumBooks, { query: { page: 1, ...pageOfQuery(query) } })
    if (Array.isArray(page)) throw new Problem('invalid')
    return toCatalog({ title: 'Premium', path: '/premium', up: '', page }, readExtras)
  },
  '/genres': async ({ api }) => {
    const [genres, updated] = await Promise.all([api(listGenres), lastPublished(api)])
    const navigation = genres.flatMap(({ _id, count }): NavigationEntry[] => {
      const genre = genreNamed(_id)
      return genre
        ? [{ title: genre, path: `/genres/${genreSlug(genre)}`, kind: 'acquisition', ...(count !== null && { count }) }]
        : []
    })
    return { ...EMPTY, ...{ kind: 'navigation', title: 'Genres', path: '/genres', up: '', updated, navigation } }
  },
  '/genres/:genre': (asked) => {
    const genre = genreNamed(asked.params['genre'] ?? '')
    if (!genre) throw new Problem('notFound')
    const path = `/genres/${genreSlug(genre)}`
    return readLibrary(asked, { title: genre, path, up: '/genres', sort: 'new', genre: genreSlug(genre) })
  },
  '/authors': (asked) =>
    readNames(asked, { title: 'Authors', path: '/authors' }, async (after) => {
      const { authors, hasMore } = await asked.api(listAuthors, { query: { ...(after && { after }), limit: PER_PAGE } })
      return {
        entries: authors.map(({ name }) => ({ title: name, path: authorPath(name), kind: 'acquisition' })),
        next: hasMore ? authors.at(-1)?.name : undefined,
      }
    }),
  '/authors/:name': async ({ api, readExtras, params: { name = '' }, query }) => {
    const page = await api(getNewestByAuthor, { params: { name }, query: pageOfQuery(query) })
    return toCatalog({ title: page.name, path: authorPath(page.name), up: '/authors', page }, readExtras)
  },
  '/series': (asked) =>
    readNames(asked, { title: 'Series', path: '/series' }, async (after) => {
      const { series, hasMore } = await asked.api(listSeries, { query: { ...(after && { after }), limit: PER_PAGE } })
      return {
        entries: series.map(({ _id, name }) => ({ title: name, path: `/series/${_id}`, kind: 'acquisition' })),
        next: hasMore ? series.at(-1)?._id : undefined,
      }
    }),
  '/series/:id': async ({ api, readExtras, params: { id = '' } }) => {
    const { name, books } = await api(getSeries, { params: { id } })
    const page = { books, currentPage: 1, totalBooks: books.length, totalPages: 1 }
    return toCatalog({ title: name, path: `/series/${id}`, up: '/series', page }, readExtras)
  },
  '/my': async ({ api }) => {
    const [{ want, finished, rated }, updated, lists] = await Promise.all([
      api(listShelves),
      lastPublished(api),
      // Guests have none.
      api(listLists).catch((error: unknown) => {
        if (isProblem(error) && error.status === 403) return { own: [], followed: [] }
        throw error
      }),
    ])
    const shelf = (name: ShelfName, count?: number): NavigationEntry => ({
      title: SHELF_TITLES[name],
      path: `/my/${name}`,
      kind: 'acquisition',
      ...(count !== undefined && { count }),
    })
    return {
      ...EMPTY,
      ...{ kind: 'navigation', title: 'Your books', path: '/my', up: '', updated },
      navigation: [
        shelf('reading'),
        shelf('want', want.totalBooks),
        shelf('finished', finished.totalBooks),
        shelf('rated', rated.totalBooks),
        ...[...lists.own, ...lists.followed].map(({ _id, name, words, totalBooks }): NavigationEntry => ({
          ...{ title: name, path: `/lists/${_id}`, kind: 'acquisition', count: totalBooks },
          ...(words !== '' && { words }),
        })),
      ],
    }
  },
  '/my/:shelf': async ({ api, readExtras, params, query }) => {
    const shelf = params['shelf'] ?? ''
    if (!isOneOf(['reading', 'want', 'finished', 'rated'], shelf)) throw new Problem('notFound')
    const page = await api(listShelf, { params: { shelf }, query: pageOfQuery(query) })
    return toCatalog({ title: SHELF_TITLES[shelf], path: `/my/${shelf}`, up: '/my', page }, readExtras)
  },
  '/lists/:id': async ({ api, readExtras, params: { id = '' }, query }) => {
    const list = await api(getList, { params: { id }, query: pageOfQuery(query) })
    return toCatalog({ title: list.name, path: `/lists/${id}`, up: '/my', page: list }, readExtras)
  },
}
