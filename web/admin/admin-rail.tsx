import { NavLink } from 'react-router'
import { RAIL } from '#web/messages/admin.ts'
import css from './admin-rail.module.css'

const PAGES = [
  ['/admin', RAIL.dashboard],
  ['/admin/books', RAIL.books],
  ['/admin/users', RAIL.users],
  ['/moderation/reports', RAIL.reports],
  ['/admin/site', RAIL.site],
  ['/admin/log', RAIL.log],
] as const

/** The links between the administration pages: beside the page, or above it on a phone. */
export const AdminRail = () => (
  <nav className={css.rail} aria-label={RAIL.label}>
    <ul>
      {PAGES.map(([to, label]) => (
        <li key={to}>
          <NavLink to={to} end={to === '/admin'}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
)
