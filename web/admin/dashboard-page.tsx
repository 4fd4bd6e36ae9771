import { useQuery } from '@tanstack/react-query'
import { getDashboardStats } from '#contract/calls/admin.ts'
import type { DashboardStats } from '#contract/admin.ts'
import { query } from '#web/api/query.ts'
import { useLogout } from '#web/session/log-out.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { DASHBOARD } from '#web/messages/admin-dashboard.ts'
import { adminErrorMessage } from './admin-error-message.ts'
import { StaffPage } from '#web/staff/staff-page.tsx'
import { TotalsSkeleton } from './skeletons.tsx'
import { DailyChart } from './daily-chart.tsx'
import { DashboardTotals } from './dashboard-totals.tsx'
import { LastBackup } from './last-backup.tsx'
import { LIVE_QUERY } from './live-query.ts'
import tableCss from './table.module.css'
import { TopLists } from './top-lists.tsx'
import { PendingTasks } from './pending-tasks.tsx'

/** The statistics of the library, and the tasks that need an administrator. */
export const Component = () => (
  <StaffPage title={DASHBOARD.title} lede={({ username }) => DASHBOARD.welcome(username)} actions={<AdminLinks />}>
    <Dashboard />
  </StaffPage>
)

const AdminLinks = () => {
  const logout = useLogout()
  return (
    <>
      <ButtonLink to="/admin/users">{DASHBOARD.users}</ButtonLink>
      <ButtonLink to="/admin/books">{DASHBOARD.books}</ButtonLink>
      <Button onClick={() => void logout()}>{DASHBOARD.logout}</Button>
    </>
  )
}

const Dashboard = () => {
  const { data, error } = useQuery({ ...query(getDashboardStats), ...LIVE_QUERY })
  if (data) return <Stats stats={data.data} />
  if (!error) return <TotalsSkeleton text={DASHBOARD.loading} />
  const message = ADMIN.error(adminErrorMessage(error, getDashboardStats, DASHBOARD.failed))
  return (
    <div className={tableCss.state}>
      <ErrorNotice message={message} onRetry={() => window.location.reload()} />
    </div>
  )
}

const Stats = ({ stats }: { stats: DashboardStats }) => (
  <>
    <DashboardTotals totals={stats.totals} />
    <PendingTasks waiting={stats.waiting} address={stats.address} backup={stats.backup} />
    <DailyChart lines={stats.lines} downloads={stats.appDownloads} recommendations={stats.recommendations} />
    <TopLists stats={stats} />
    <LastBackup backup={stats.backup} />
  </>
)
