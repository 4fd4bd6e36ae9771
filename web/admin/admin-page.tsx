import { ArrowLeft } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/people.ts'
import { Head } from '#web/document/head.tsx'
import { Icon } from '#web/ui/icon.tsx'
import css from './admin-page.module.css'
import { AdminRail } from './admin-rail.tsx'
import { RequireAdmin } from './require-admin.tsx'

interface AdminPageProps {
  title: string
  /** Below the title. */
  lede?: (user: User) => ReactNode
  /** Buttons and links beside the title. */
  actions?: ReactNode
  /** A link to where one came from, above the title. */
  back?: { to: string; label: string }
  children: ReactNode
}

/** The layout of all administration pages. */
export const AdminPage = ({ title, lede, actions, back, children }: AdminPageProps) => (
  <>
    <Head title={title} />
    <RequireAdmin title={title}>
      {(user) => (
        <div className={`wrap ${css.frame}`}>
          <AdminRail />
          <div className={css.page}>
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
        </div>
      )}
    </RequireAdmin>
  </>
)
