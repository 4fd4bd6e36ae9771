import { useGuard } from '#web/session/guard.tsx'
import { Head } from '#web/document/head.tsx'
import { siteSettings, useSiteSettings } from '#web/document/site-settings.ts'
import { LIBRARY } from '#web/messages/books.ts'
import { listGenres } from '#contract/books.ts'
import { query, warm } from '#web/api/query.ts'
import { LibraryBar } from './library-bar.tsx'
import { LibraryBooks } from './library-books.tsx'
import { LibraryHead } from './library-head.tsx'
import { askedIn, useLibraryAddress } from './library-address.ts'
import { pageOf, useLibrary } from './use-library.ts'

/** Books only where visitors may see them: the server renders what a visitor sees. */
export const loader = warm(async ({ genre }, search, client) => {
  const site = await client.fetchQuery(siteSettings()).catch(() => undefined)
  const asked = askedIn(genre, search)
  return [query(listGenres), ...(site?.libraryAccess === 'everyone' ? [pageOf(asked, asked.page)] : [])]
})

/** The whole library or one genre of it; page, search and order stand in the address. */
export const Component = () => {
  const address = useLibraryAddress()
  const isOpen = useSiteSettings().libraryAccess === 'everyone'
  const isMember = useGuard(!isOpen)
  const library = useLibrary(address, isOpen || isMember)
  const { genre, page, words } = address
  const name = genre ?? LIBRARY.title
  return (
    <>
      <Head title={[words ? LIBRARY.found(words) : name, page > 1 && LIBRARY.page(page)].filter(Boolean).join(', ')} />
      <LibraryHead name={name} address={address} library={library} />
      <LibraryBar address={address} />
      <LibraryBooks address={address} library={library} />
    </>
  )
}
