import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { listReportCases } from '#contract/calls/report-queue.ts'
import { QUEUE_SORTS, REPORT_KINDS } from '#contract/values/reports.ts'
import type { User } from '#contract/shapes/people.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { query } from '#web/api/query.ts'
import { ADMIN } from '#web/messages/admin.ts'
import { QUEUE } from '#web/messages/report-queue.ts'
import staff from '#web/staff/staff-page.module.css'
import { StaffPage } from '#web/staff/staff-page.tsx'
import { useLastPage } from '#web/ui/use-last-page.ts'
import { CaseArticle } from './case-article.tsx'
import css from './queue.module.css'

/** The queue of reports, for moderators and administrators. */
export const Component = () => (
  <StaffPage title={QUEUE.title} moderators lede={() => QUEUE.lede}>
    {(user) => <Queue user={user} />}
  </StaffPage>
)

const useQueueAddress = () => {
  const [search] = useSearchParams()
  const sort = QUEUE_SORTS.find((one) => one === search.get('sort')) ?? 'count'
  const kind = REPORT_KINDS.find((one) => one === search.get('kind'))
  const page = /^[1-9]\d{0,6}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1
  const to = (change: { sort?: string; kind?: string | undefined; page?: number }) => {
    const target = { sort, kind, page: 1, ...change }
    const params = new URLSearchParams()
    if (target.sort !== 'count') params.set('sort', target.sort)
    if (target.kind) params.set('kind', target.kind)
    if (target.page > 1) params.set('page', String(target.page))
    return `?${params}`
  }
  return { sort, kind, page, to }
}

type Address = ReturnType<typeof useQueueAddress>

const Queue = ({ user }: { user: User }) => {
  const address = useQueueAddress()
  const { sort, kind, page } = address
  const cases = useQuery({
    ...query(listReportCases, { query: { page, sort, ...(kind && { kind }) } }),
    placeholderData: keepPreviousData,
    // Other moderators decide at the same time.
    staleTime: 0,
    refetchInterval: 60_000,
  })
  useLastPage(address, cases.isPlaceholderData ? undefined : cases.data?.pagination.pages)
  return (
    <>
      <Choices address={address} isAdmin={user.userType === 'admin'} />
      <Loaded query={cases} call={listReportCases} loading={QUEUE.loading}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <p className={`${staff.none} ${staff.name}`}>{sort === 'decided' ? QUEUE.noneDecided : QUEUE.none}</p>
          ) : (
            <>
              <ul className={staff.list}>
                {data.map((row) => (
                  <li key={row._id}>
                    <CaseArticle row={row} user={user} />
                  </li>
                ))}
              </ul>
              <Pages address={address} pages={pagination.pages} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

const Choices = ({ address: { sort, kind, to }, isAdmin }: { address: Address; isAdmin: boolean }) => (
  <div className={css.choices}>
    <nav aria-label={QUEUE.lists}>
      {QUEUE_SORTS.map((one) => (
        <Link key={one} to={to({ sort: one })} aria-current={one === sort ? 'page' : undefined}>
          {QUEUE.sorts[one]}
        </Link>
      ))}
      {isAdmin && (
        <Link className={css.narrow} to="/moderation/hidden">
          {QUEUE.hidden}
        </Link>
      )}
    </nav>
    <nav aria-label={QUEUE.kinds}>
      {[undefined, ...REPORT_KINDS].map((one) => (
        <Link key={one ?? ''} to={to({ kind: one })} aria-current={one === kind ? 'true' : undefined}>
          {one ? QUEUE.kind[one] : QUEUE.all}
        </Link>
      ))}
    </nav>
  </div>
)

const Pages = ({ address: { page, to }, pages }: { address: Address; pages: number }) =>
  pages > 1 && (
    <nav aria-label={ADMIN.pages} className={css.pages}>
      {page > 1 && (
        <Link to={to({ page: page - 1 })} rel="prev">
          {ADMIN.previous}
        </Link>
      )}
      <span>{ADMIN.pageOf(page, pages)}</span>
      {page < pages && (
        <Link to={to({ page: page + 1 })} rel="next">
          {ADMIN.next}
        </Link>
      )}
    </nav>
  )
