import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import type { User } from '#contract/shapes/people.ts'
import { Elsewhere, LoggedIn } from '#web/accounts/logged-in.tsx'
import { Head } from '#web/document/head.tsx'
import { PROFILE } from '#web/messages/profile.ts'
import css from './profile.module.css'

const PAGES = [
  ['/profile', PROFILE.pages.account],
  ['/profile/security', PROFILE.pages.security],
  ['/profile/notices', PROFILE.pages.notices],
  ['/profile/reports', PROFILE.pages.reports],
  ['/profile/data', PROFILE.pages.data],
] as const

interface ProfileFrameProps {
  title: string
  /** What a guest sees; others than the profile itself lead a guest there. */
  guest?: (user: User) => ReactNode
  children: (user: User) => ReactNode
}

/** A page of the profile once it is known who is logged in. */
export const ProfileFrame = ({ title, guest, children }: ProfileFrameProps) => (
  <>
    <Head title={title} />
    <LoggedIn title={title} loading={PROFILE.loading} waiting={css.waiting}>
      {(user) => (user.guest ? (guest?.(user) ?? <Elsewhere to="/profile" />) : children(user))}
    </LoggedIn>
  </>
)

/** One of the pages that the profile leads to. */
export const ProfilePage = ({ title, children }: ProfileFrameProps) => (
  <ProfileFrame title={title}>
    {(user) => (
      <>
        <ProfilePages />
        <div className={`wrap ${css.page}`}>
          <h1 className={css.heading}>{title}</h1>
          {children(user)}
        </div>
      </>
    )}
  </ProfileFrame>
)

/** Links between the pages of the profile. */
export const ProfilePages = () => (
  <nav className={`wrap ${css.pages}`} aria-label={PROFILE.pagesLabel}>
    {PAGES.map(([to, label]) => (
      <NavLink key={to} to={to} end>
        {label}
      </NavLink>
    ))}
  </nav>
)
