import { useGuard } from '#web/session/guard.tsx'
import { Head } from '#web/document/head.tsx'
import { siteSettings, useSiteSettings } from '#web/document/site-settings.ts'
import { LIBRARY } from '#web/messages/books.ts'
import { listGenres } from '#contract/calls/books.ts'
import { query, prefetch } from '#web/api/query.ts'
import { GenreChips } from './genre-chips.tsx'
import { LibraryBooks } from './library-books.tsx'
import { LibraryHead } from './library-head.tsx'
import { LibrarySearch } from './library-search.tsx'
import { readLibraryQuery, useLibraryAddress } from './library-address.ts'
import barCss from './library-bar.module.css'
import { libraryPageQuery, useLibrary } from './use-library.ts'

/** Prefetches books only if the library is open to visitors, because the server renders a visitor's view. */
export const loader = prefetch(async ({ genre }, search, client) => {
  const site = await client.fetchQuery(siteSettings()).catch(() => undefined)
  const libraryQuery = readLibraryQuery(genre, search)
  return [
    query(listGenres),
    ...(site?.libraryAccess === 'everyone' ? [libraryPageQuery(libraryQuery, libraryQuery.page)] : []),
  ]
})

/** The library, or one genre of it. Page, search and sort order are in the address. */
export const Component = () => {
  const address = useLibraryAddress()
  const isOpen = useSiteSettings().libraryAccess === 'everyone'
  const isMember = useGuard(!isOpen)
  const library = useLibrary(address, isOpen || isMember)
  const { genre, page, search } = address
  const name = genre ?? LIBRARY.title
  return (
    <>
      <Head
        title={[search ? LIBRARY.found(search) : name, page > 1 && LIBRARY.page(page)].filter(Boolean).join(', ')}
      />
      <LibraryHead name={name} address={address} library={library} />
      <div className={barCss.bar}>
        <div className={`wrap ${barCss.row}`}>
          <LibrarySearch key={search} address={address} />
          <GenreChips address={address} />
        </div>
      </div>
      <LibraryBooks address={address} library={library} />
    </>
  )
}
