import { FirstSteps } from './first-steps.tsx'
import { GenreSpines } from './genre-spines.tsx'
import { Folded } from './marketing-sections.tsx'
import { LowerSections } from './lower-sections.tsx'
import css from './member-sections.module.css'
import { MemberShelves } from './member-shelves.tsx'
import { PremiumStrip } from './book-strips.tsx'
import { useIsEmptyLibrary } from './use-is-empty-library.ts'
import { useMemberStrips } from './use-member-strips.ts'

/** A member's home below its head; `today` adds the books of the day. */
export const MemberSections = ({ today = false }: { today?: boolean }) => {
  const library = useIsEmptyLibrary()
  const { strips, isKnown } = useMemberStrips()
  return (
    <>
      {/* With another key the strips that replace the skeletons are new elements: none of them has moved. */}
      <div key={String(isKnown)} className={css.strips}>
        {library.isEmpty ? <FirstSteps /> : <MemberShelves strips={strips} isKnown={isKnown} today={today} />}
      </div>
      <LowerSections isKnown={library.isKnown && isKnown}>
        <div className={css.lower}>
          <GenreSpines />
          <div className={css.strips}>
            <PremiumStrip query={strips.premium} />
          </div>
          <Folded />
        </div>
      </LowerSections>
    </>
  )
}
