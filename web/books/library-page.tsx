import { useGuard } from '#web/session/guard.tsx'
import { Head } from '#web/document/head.tsx'
import { LIBRARY } from '#web/words/books.ts'
import { listGenres } from '#contract/books.ts'
import { query, warm } from '#web/api/query.ts'
import { LibraryBar } from './library-bar.tsx'
import { LibraryBooks } from './library-books.tsx'
import { LibraryHead } from './library-head.tsx'
import { useLibraryAddress } from './library-address.ts'
import { useLibrary } from './use-library.ts'

export const loader = warm(() => [query(listGenres)])

/** The whole library or one genre of it; page, search and order stand in the address. */
export const Component = () => {
  const address = useLibraryAddress()
  const library = useLibrary(address, useGuard())
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
