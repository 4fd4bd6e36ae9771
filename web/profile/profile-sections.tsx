import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PROFILE } from '#web/messages/profile.ts'
import css from './profile.module.css'

type Section = keyof typeof PROFILE.section

/** Links to the sections of the profile, which is long. */
export const SectionList = ({ of }: { of: readonly Section[] }) => (
  <nav className={`wrap ${css.sections}`} aria-label={PROFILE.sections}>
    {of.map((section) => (
      <Link key={section} to={`#${section}`} replace onClick={() => focus(section)}>
        {PROFILE.section[section]}
      </Link>
    ))}
  </nav>
)

/** As a link within a document does it; the router only scrolls. */
const focus = (section: Section) => document.getElementById(section)?.focus({ preventScroll: true })

interface ProfileSectionProps {
  of: Section
  children: ReactNode
}

/** Some of the settings, below a heading that the list of sections leads to. */
export const ProfileSection = ({ of, children }: ProfileSectionProps) => (
  <section className={`wrap ${css.section}`} aria-labelledby={of}>
    <h2 className={css.heading} id={of} tabIndex={-1}>
      {PROFILE.section[of]}
    </h2>
    {children}
  </section>
)
