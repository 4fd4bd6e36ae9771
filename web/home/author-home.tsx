import { useOwnBooks } from '#web/premium/use-own-books.ts'
import { FirstSteps } from './first-steps.tsx'
import { GenreSpines } from './genre-spines.tsx'
import { Facts, Questions } from './marketing-sections.tsx'
import { MemberShelves } from './member-shelves.tsx'
import { OwnBooks } from './own-books.tsx'
import { PremiumStrip } from './book-strips.tsx'
import { LowerSections } from './lower-sections.tsx'
import { useIsEmptyLibrary } from './use-is-empty-library.ts'

/** An author's home. The sections below the own books are shown once the height of these is known. */
export const AuthorHome = () => {
  const { isEmpty, isKnown } = useIsEmptyLibrary()
  const { isWaiting } = useOwnBooks()
  if (isWaiting) return <OwnBooks />
  return (
    <>
      <OwnBooks />
      {isEmpty ? <FirstSteps /> : <MemberShelves />}
      <LowerSections isKnown={isKnown}>
        <GenreSpines />
        <PremiumStrip />
        <Facts />
        <Questions />
      </LowerSections>
    </>
  )
}
