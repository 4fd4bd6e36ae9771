import { ArrowLeft } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/people.ts'
import { Head } from '#web/document/head.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import css from './admin-page.module.css'
import { RequireAdmin } from './require-admin.tsx'

interface AdminPageProps {
  title: string
  /** Below the title. */
  lede?: (user: User) => ReactNode
  /** Buttons and links beside the title. */
  actions?: ReactNode
  /** The back link; null for none. */
  back?: { to: string; label: string } | null
  children: ReactNode
}

const DASHBOARD = { to: '/admin', label: ADMIN.back }

/** The layout of all administration pages. */
export const AdminPage = ({ title, lede, actions, back = DASHBOARD, children }: AdminPageProps) => (
  <>
    <Head title={title} />
    <RequireAdmin title={title}>
      {(user) => (
        <div className={`wrap ${css.page}`}>
          {back && (
            <Link className={css.back} to={back.to}>
              <Icon of={ArrowLeft} />
              {back.label}
            </Link>
          )}
          <header className={css.head}>
            <div>
              <h1 className="d1">{title}</h1>
              {lede && <p className={css.lede}>{lede(user)}</p>}
            </div>
            {actions && <div className={css.actions}>{actions}</div>}
          </header>
          {children}
        </div>
      )}
    </RequireAdmin>
  </>
)
