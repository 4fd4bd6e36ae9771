import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { DashboardStats } from '#contract/admin.ts'
import { getDashboardStats } from '#contract/calls/admin.ts'
import { listReportCases } from '#contract/calls/report-queue.ts'
import type { User } from '#contract/shapes/people.ts'
import { query } from '#web/api/query.ts'
import { countTasks } from './count-tasks.ts'
import { StaffRail } from './staff-rail.tsx'

const WAITING: DashboardStats['waiting'] = {
  claims: [],
  readyForPremium: [],
  failedMails: 40,
  booksWithoutFile: 0,
  coversToMake: 0,
  editionsToMake: 0,
  textsToRead: 0,
  guessedAt: null,
  damagedFiles: 0,
  damagedBooks: [],
}
const ADDRESS = { url: 'http://127.0.0.1:3000', isSet: false }

/** The links of the rail of such an account, for which these calls are answered. */
const railOf = (userType: User['userType'], openReports: number) => {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => null, staleTime: Infinity } } })
  client.setQueryData(query(getDashboardStats).queryKey, {
    data: { waiting: WAITING, address: ADDRESS, backup: null },
  } as never)
  client.setQueryData(query(listReportCases, { query: { page: 1, sort: 'count' } }).queryKey, {
    success: true,
    data: [],
    pagination: { page: 1, pages: 1, total: openReports },
  })
  const markup = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/moderation/reports']}>
      <QueryClientProvider client={client}>
        <StaffRail user={{ userType } as User} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const links = markup.matchAll(/<a[^>]*href="(?<path>[^"]*)"[^>]*>(?<words>.*?)<\/a>/g)
  return Array.from(links, ({ groups }) => [
    groups?.['path'],
    groups?.['words']?.replaceAll(/<span[^>]*aria-hidden="true"[^>]*>.*?<\/span>|<[^>]+>/g, ''),
  ])
}

test('administrators have seven pages, with the numbers of tasks and of reports that wait', () => {
  expect(railOf('admin', 3)).toEqual([
    ['/admin', 'Dashboard, 2 waiting'],
    ['/admin/books', 'Books'],
    ['/admin/users', 'Users'],
    ['/moderation/reports', 'Reports, 3 waiting'],
    ['/moderation/hidden', 'Hidden'],
    ['/admin/site', 'Site'],
    ['/admin/import', 'Import'],
    ['/admin/log', 'Log'],
  ])
})

test('moderators have the two pages that are theirs, and no number where nothing waits', () => {
  expect(railOf('moderator', 1200)).toEqual([
    ['/moderation/reports', 'Reports, 1,200 waiting'],
    ['/moderation/hidden', 'Hidden'],
  ])
  expect(railOf('moderator', 0)[0]).toEqual(['/moderation/reports', 'Reports'])
})

test('a pending task is a warning, a book or a claim', () => {
  expect(countTasks({ waiting: WAITING, address: ADDRESS, backup: null })).toBe(2)
  const claims = [{}, {}] as DashboardStats['waiting']['claims']
  const address = { ...ADDRESS, isSet: true }
  expect(countTasks({ waiting: { ...WAITING, claims, failedMails: 0 }, address, backup: null })).toBe(2)
  const backup = { place: '/srv/backups', last: null, fault: null, isLate: true }
  expect(countTasks({ waiting: { ...WAITING, claims, failedMails: 0 }, address, backup })).toBe(3)
})
