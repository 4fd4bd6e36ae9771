import { FirstSteps } from './first-steps.tsx'
import { GenreSpines } from './genre-spines.tsx'
import { Hero } from './hero.tsx'
import { Facts, Invitation, Questions } from './marketing-sections.tsx'
import { MemberShelves } from './member-shelves.tsx'
import { PremiumStrip } from './book-strips.tsx'
import { LowerSections } from './lower-sections.tsx'
import { useIsEmptyLibrary } from './use-is-empty-library.ts'

export const ReaderHome = () => {
  const { isEmpty, isKnown } = useIsEmptyLibrary()
  return (
    <>
      <Hero />
      {isEmpty ? <FirstSteps /> : <MemberShelves />}
      <LowerSections isKnown={isKnown}>
        <GenreSpines />
        <Invitation />
        <PremiumStrip />
        <Facts />
        <Questions />
      </LowerSections>
    </>
  )
}
