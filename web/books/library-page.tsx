import { genreName } from '#web/language/genre-name.ts'
import { useGuard } from '#web/session/guard.tsx'
import { Head } from '#web/document/head.tsx'
import { siteSettings, useSiteSettings } from '#web/document/site-settings.ts'
import { type Filters, hasFilters } from '#contract/shapes/filters.ts'
import { type Genre, genreNamed } from '#contract/shapes/genres.ts'
import { LIBRARY } from '#web/messages/library.ts'
import { GENRE_SENTENCES } from '#web/messages/genres.ts'
import { prefetch } from '#web/api/query.ts'
import { genrePath } from './genre-path.ts'
import { GenreChips } from './genre-chips.tsx'
import { InsideBooks } from './inside-books.tsx'
import { InsideTabs } from './inside-tabs.tsx'
import { LibraryBooks } from './library-books.tsx'
import { LibraryHead } from './library-head.tsx'
import { LibrarySearch } from './library-search.tsx'
import { readLibraryQuery, useLibraryAddress } from './library-address.ts'
import barCss from './library-bar.module.css'
import { facetsQuery, foundGenresQuery, libraryPageQuery, useLibrary } from './use-library.ts'
import { SIGNS } from '#web/messages/signs.ts'

/** Prefetches books only if the library is open to visitors, because the server renders a visitor's view. */
export const loader = prefetch(async ({ genre }, search, client) => {
  const site = await client.fetchQuery(siteSettings()).catch(() => undefined)
  const libraryQuery = readLibraryQuery(genre, search)
  const isShown = site?.libraryAccess === 'everyone' && !libraryQuery.inside
  return [
    foundGenresQuery(libraryQuery),
    ...(isShown ? [libraryPageQuery(libraryQuery, libraryQuery.page)] : []),
    // A browser that runs scripts loads them when it opens the filters.
    ...(import.meta.env.SSR && isShown && libraryQuery.showsFilters ? [facetsQuery(libraryQuery)] : []),
  ]
})

/** The feed of all books, of a genre or of a tag; what else is chosen has none. */
const feedOf = (genre: Genre | undefined, { tag, ...others }: Filters): string | undefined => {
  if (hasFilters(others) || (genre && tag)) return undefined
  if (genre) return `${genrePath(genre)}/feed.xml`
  return tag ? `/library/feed.xml?${new URLSearchParams({ tag })}` : '/feed.xml'
}

/** The library, or one genre of it. Page, search and sort order are in the address. */
export const Component = () => {
  const address = useLibraryAddress()
  const { siteName, libraryAccess } = useSiteSettings()
  const isOpen = libraryAccess === 'everyone'
  const isMember = useGuard(!isOpen)
  const library = useLibrary(address, (isOpen || isMember) && !address.inside)
  const { genre, page, search, sort, filters, inside, showsFilters } = address
  const known = genreNamed(genre ?? '')
  const name = genre === undefined ? LIBRARY.title : genreName(genre)
  const totalPages = library.data?.totalPages ?? 0
  // Pages of a list that has other pages for the same books, or none, are not for search engines.
  const isUsual = !search && !hasFilters(filters) && sort === 'new' && !showsFilters
  const isListed = isOpen && isUsual && page <= totalPages
  const pathOf = (number: number) =>
    number > 0 && number <= totalPages ? address.to({ genre: known ?? null, page: number }) : undefined
  return (
    <>
      <Head
        title={[search ? LIBRARY.found(search) : name, page > 1 && LIBRARY.page(page)]
          .filter(Boolean)
          .join(SIGNS.comma)}
        noindex={!isListed}
        {...(isListed && {
          description: known ? GENRE_SENTENCES[known] : LIBRARY.description(siteName),
          path: pathOf(page),
          previous: pathOf(page - 1),
          next: pathOf(page + 1),
        })}
        {...(import.meta.env.SSR && isOpen && !search && (known || !genre) && { feed: feedOf(known, filters) })}
      />
      <LibraryHead name={name} sentence={known && GENRE_SENTENCES[known]} address={address} library={library} />
      <div className={barCss.bar}>
        <div className={`wrap ${barCss.row}`}>
          <LibrarySearch address={address} />
          <GenreChips address={address} />
        </div>
      </div>
      {search && <InsideTabs address={address} />}
      {inside ? (
        <InsideBooks address={address} isAdmitted={isOpen || isMember} />
      ) : (
        <LibraryBooks address={address} library={library} />
      )}
    </>
  )
}
