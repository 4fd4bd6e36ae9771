import { getNewestByAuthor, listAuthors } from '#contract/authors.ts'
import { listGenres } from '#contract/books.ts'
import { genreNamed, genreSlug } from '#contract/shapes/genres.ts'
import { getList, listLists } from '#contract/lists.ts'
import { premiumBooks } from '#contract/premium.ts'
import { isProblem, Problem } from '#contract/api/problems.ts'
import { getSeries, listSeries } from '#contract/series.ts'
import { listShelf, listShelves, type ShelfName } from '#contract/shelves.ts'
import { authorPath, FEATURED, type NavigationEntry } from './catalog.ts'
import {
  EMPTY,
  isOneOf,
  lastPublished,
  PER_PAGE,
  pageOfQuery,
  type Read,
  readLibrary,
  readNames,
  toCatalog,
} from './read-catalog.ts'

const NO_BOOKS = { books: [], currentPage: 1, totalBooks: 0, totalPages: 0 }

const SORT = 'http://opds-spec.org/sort'

/** Every feed by its path below the root of a version. */
export const FEEDS: Record<string, Read> = {
  '': async ({ api, texts }) => {
    const { CATALOG } = texts.catalogs
    const list = (path: string, rel: string, title: string, words: string): NavigationEntry => ({
      title,
      path,
      kind: 'acquisition',
      rel,
      words,
    })
    const part = (path: string, title: string, words: string): NavigationEntry => ({
      title,
      path,
      kind: 'navigation',
      words,
    })
    return {
      ...EMPTY,
      kind: 'navigation',
      title: CATALOG.title,
      path: '',
      updated: await lastPublished(api),
      navigation: [
        list('/new', `${SORT}/new`, CATALOG.newBooks, CATALOG.newWords),
        list('/popular', `${SORT}/popular`, CATALOG.popular, CATALOG.popularWords),
        list('/premium', FEATURED, CATALOG.premium, CATALOG.premiumWords),
        part('/genres', CATALOG.genres, CATALOG.genresWords),
        part('/authors', CATALOG.authors, CATALOG.authorsWords),
        part('/series', CATALOG.series, CATALOG.seriesWords),
        part('/my', CATALOG.yours, CATALOG.yoursWords),
      ],
    }
  },
  '/new': (asked) => readLibrary(asked, { title: asked.texts.catalogs.CATALOG.newBooks, path: '/new', sort: 'new' }),
  '/popular': (asked) =>
    readLibrary(asked, { title: asked.texts.catalogs.CATALOG.popular, path: '/popular', sort: 'most-read' }),
  '/search': (asked) => {
    const words = asked.query['query']?.trim() ?? ''
    const listed = { title: asked.texts.catalogs.CATALOG.search({ words }), path: '/search' }
    if (words !== '') return readLibrary(asked, listed)
    return toCatalog({ ...listed, up: '', page: NO_BOOKS }, asked.readExtras)
  },
  '/premium': async ({ api, readExtras, query, texts }) => {
    const page = await api(premiumBooks, { query: { page: 1, ...pageOfQuery(query) } })
    if (Array.isArray(page)) throw new Problem('invalid')
    return toCatalog({ title: texts.catalogs.CATALOG.premium, path: '/premium', up: '', page }, readExtras)
  },
  '/genres': async ({ api, texts }) => {
    const [genres, updated] = await Promise.all([api(listGenres), lastPublished(api)])
    const navigation = genres.flatMap(({ _id, count }): NavigationEntry[] => {
      const genre = genreNamed(_id)
      return genre
        ? [
            {
              title: texts.genre(genre),
              path: `/genres/${genreSlug(genre)}`,
              kind: 'acquisition',
              ...(count !== null && { count }),
            },
          ]
        : []
    })
    const { genres: title } = texts.catalogs.CATALOG
    return { ...EMPTY, kind: 'navigation', title, path: '/genres', up: '', updated, navigation }
  },
  '/genres/:genre': (asked) => {
    const genre = genreNamed(asked.params['genre'] ?? '')
    if (!genre) throw new Problem('notFound')
    const path = `/genres/${genreSlug(genre)}`
    return readLibrary(asked, {
      title: asked.texts.genre(genre),
      path,
      up: '/genres',
      sort: 'new',
      genre: genreSlug(genre),
    })
  },
  '/authors': (asked) =>
    readNames(asked, { title: asked.texts.catalogs.CATALOG.authors, path: '/authors' }, async (after) => {
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
    readNames(asked, { title: asked.texts.catalogs.CATALOG.series, path: '/series' }, async (after) => {
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
  '/my': async ({ api, texts }) => {
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
      title: texts.catalogs.CATALOG.shelves[name],
      path: `/my/${name}`,
      kind: 'acquisition',
      ...(count !== undefined && { count }),
    })
    return {
      ...EMPTY,
      kind: 'navigation',
      title: texts.catalogs.CATALOG.yours,
      path: '/my',
      up: '',
      updated,
      navigation: [
        shelf('reading'),
        shelf('want', want.totalBooks),
        shelf('finished', finished.totalBooks),
        shelf('rated', rated.totalBooks),
        ...[...lists.own, ...lists.followed].map(({ _id, name, words, totalBooks }): NavigationEntry => ({
          title: name,
          path: `/lists/${_id}`,
          kind: 'acquisition',
          count: totalBooks,
          ...(words !== '' && { words }),
        })),
      ],
    }
  },
  '/my/:shelf': async ({ api, readExtras, params, query, texts }) => {
    const shelf = params['shelf'] ?? ''
    if (!isOneOf(['reading', 'want', 'finished', 'rated'], shelf)) throw new Problem('notFound')
    const page = await api(listShelf, { params: { shelf }, query: pageOfQuery(query) })
    return toCatalog(
      { title: texts.catalogs.CATALOG.shelves[shelf], path: `/my/${shelf}`, up: '/my', page },
      readExtras,
    )
  },
  '/lists/:id': async ({ api, readExtras, params: { id = '' }, query }) => {
    const list = await api(getList, { params: { id }, query: pageOfQuery(query) })
    return toCatalog({ title: list.name, path: `/lists/${id}`, up: '/my', page: list }, readExtras)
  },
}
