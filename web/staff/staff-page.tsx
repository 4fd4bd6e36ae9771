import { ArrowLeft } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/shapes/people.ts'
import { Elsewhere, LoggedIn } from '#web/accounts/logged-in.tsx'
import { Head } from '#web/document/head.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { isModerator } from '#web/session/is-moderator.ts'
import { Icon } from '#web/ui/icon.tsx'
import css from './staff-page.module.css'
import { StaffRail } from './staff-rail.tsx'

interface StaffPageProps {
  title: string
  /** For moderators too, not only for administrators. */
  moderators?: boolean
  /** Below the title. */
  lede?: (user: User) => ReactNode
  /** Buttons and links beside the title. */
  actions?: ReactNode
  /** A link to where one came from, above the title. */
  back?: { to: string; label: string }
  children: ReactNode | ((user: User) => ReactNode)
}

/** The layout of all pages of administrators and moderators. Others are sent home. */
export const StaffPage = ({ title, moderators = false, lede, actions, back, children }: StaffPageProps) => (
  <>
    <Head title={title} />
    <LoggedIn title={title} loading={ADMIN.loading} waiting={css.waiting}>
      {(user) => {
        if (user.userType !== 'admin' && !(moderators && isModerator(user))) return <Elsewhere to="/" />
        return (
          <div className={`wrap ${css.frame}`}>
            <StaffRail user={user} />
            <div className={css.page}>
              {back && (
                <Link className={css.back} to={back.to}>
                  <Icon of={ArrowLeft} pointing />
                  {back.label}
                </Link>
              )}
              <header className={css.head}>
                <div>
                  <h1 className="d1" id="title" tabIndex={-1}>
                    {title}
                  </h1>
                  {lede && <p className={css.lede}>{lede(user)}</p>}
                </div>
                {actions && <div className={css.actions}>{actions}</div>}
              </header>
              {typeof children === 'function' ? children(user) : children}
            </div>
          </div>
        )
      }}
    </LoggedIn>
  </>
)

/** For an action that removes the button which had the focus. */
export const focusTitle = () => document.getElementById('title')?.focus()
