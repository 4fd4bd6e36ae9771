import { lazy, Suspense } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { LibraryAddress } from './library-address.ts'
import css from './library-books.module.css'

const InsideResults = lazy(async () => ({ default: (await import('./inside-results.tsx')).InsideResults }))

/** The results of a search inside the books, which only browsers load. */
export const InsideBooks = ({ address, isAdmitted }: { address: LibraryAddress; isAdmitted: boolean }) => {
  const isHydrated = useHydrated()
  return (
    <div className={`wrap ${css.books}`}>
      <Suspense>{isHydrated && isAdmitted && <InsideResults address={address} />}</Suspense>
    </div>
  )
}
