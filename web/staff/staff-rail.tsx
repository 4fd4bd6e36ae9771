import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { getDashboardStats } from '#contract/calls/admin.ts'
import { listReportCases } from '#contract/calls/report-queue.ts'
import type { User } from '#contract/shapes/people.ts'
import { query } from '#web/api/query.ts'
import { RAIL } from '#web/messages/staff.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { countTasks } from './count-tasks.ts'
import css from './staff-rail.module.css'

const PAGES = [
  ['/admin', RAIL.dashboard],
  ['/admin/books', RAIL.books],
  ['/admin/users', RAIL.users],
  ['/moderation/reports', RAIL.reports],
  ['/moderation/hidden', RAIL.hidden],
  ['/admin/site', RAIL.site],
  ['/admin/import', RAIL.import],
  ['/admin/log', RAIL.log],
] as const

/** The links between the pages that the account may see, with the numbers of what waits: beside the page, or above it on a phone. */
export const StaffRail = ({ user }: { user: User }) => {
  const isAdmin = user.userType === 'admin'
  const { data: stats } = useQuery({ ...query(getDashboardStats), enabled: isAdmin })
  const { data: reports } = useQuery(query(listReportCases, { query: { page: 1, sort: 'count' } }))
  const waiting: Record<string, number | undefined> = {
    '/admin': stats && countTasks(stats.data),
    '/moderation/reports': reports?.pagination.total,
  }
  return (
    <nav className={css.rail} aria-label={isAdmin ? RAIL.administration : RAIL.moderation}>
      <ul>
        {PAGES.filter(([to]) => isAdmin || to.startsWith('/moderation/')).map(([to, label]) => (
          <li key={to}>
            <NavLink to={to} end={to === '/admin'}>
              {label}
              <Count of={waiting[to] ?? 0} />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Count = ({ of: count }: { of: number }) =>
  count > 0 && (
    <>
      <span className={css.count} aria-hidden="true">
        {RAIL.count(count)}
      </span>
      <VisuallyHidden>{RAIL.waiting(count)}</VisuallyHidden>
    </>
  )
