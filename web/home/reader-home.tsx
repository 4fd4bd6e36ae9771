import { ArrowRight } from 'lucide'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { HOME } from '#web/messages/home.ts'
import css from './reader-home.module.css'
import { MemberSections } from './member-sections.tsx'

/** A reader's home: the hero in one line, then the reader's own strips. */
export const ReaderHome = () => (
  <>
    <section className="on-quill">
      <div className={`wrap ${css.row}`}>
        <h1 className="d1">{HOME.sentence}</h1>
        <ButtonLink kind="strong" to="/library" viewTransition>
          {HOME.explore}
          <Icon of={ArrowRight} pointing />
        </ButtonLink>
      </div>
    </section>
    <MemberSections today />
  </>
)
