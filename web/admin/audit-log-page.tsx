import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/admin.ts'
import { listAuditLog } from '#contract/calls/admin.ts'
import { query } from '#web/api/query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { ADMIN, LOG } from '#web/messages/admin.ts'
import { adminErrorMessage } from './admin-call.ts'
import { AdminPage } from './admin-page.tsx'
import { TableSkeleton } from './skeletons.tsx'
import { formatMoment } from './format-dates.ts'
import { useListAddress } from './list-address.ts'
import { ListPager } from './list-pager.tsx'
import { LIVE_QUERY } from './live-query.ts'
import logCss from './audit-log.module.css'
import css from './table.module.css'

/** The audit log: who changed what and when, with the values before and after. */
export const Component = () => (
  <AdminPage title={LOG.title}>
    <AuditLog />
  </AdminPage>
)

const AuditLog = () => {
  const { page, to } = useListAddress({ sorts: ['new'] })
  const options = { ...query(listAuditLog, { query: { page } }), ...LIVE_QUERY, placeholderData: keepPreviousData }
  const { data, error, refetch } = useQuery(options)
  if (!data && error)
    return (
      <div className={css.state}>
        <ErrorNotice message={adminErrorMessage(error, listAuditLog, LOG.failed)} onRetry={() => void refetch()} />
      </div>
    )
  if (!data) return <TableSkeleton text={LOG.loading} />
  if (data.data.length === 0)
    return (
      <div className={css.state}>
        <p>{LOG.none}</p>
        <p className="muted">{LOG.noneText}</p>
        {page > 1 && (
          <ButtonLink kind="quiet" to={to({ page: 1 })}>
            {ADMIN.all}
          </ButtonLink>
        )}
      </div>
    )
  return (
    <>
      <AuditEntries entries={data.data} />
      <div className={css.pager}>
        <ListPager
          page={page}
          pages={data.pagination.pages}
          to={(number) => to({ page: number })}
          previous={ADMIN.previous}
          next={ADMIN.next}
        >
          <span>{ADMIN.pageOf(page, Math.max(data.pagination.pages, 1))}</span>
        </ListPager>
      </div>
    </>
  )
}

const AuditEntries = ({ entries }: { entries: AuditEntry[] }) => (
  <table className={classNames(css.table, css.narrow62)}>
    <thead>
      <tr>
        <th scope="col">{LOG.columns.what}</th>
        <th scope="col">{LOG.columns.when}</th>
        <th scope="col">{LOG.columns.changes}</th>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => (
        <tr key={entry._id}>
          <td>
            <p>
              <bdi className={css.name}>{entry.admin}</bdi> {LOG.actions[entry.action] ?? entry.action}{' '}
              {entry.name && <bdi className={css.name}>{entry.name}</bdi>}
            </p>
          </td>
          <td>
            <span className={css.label} aria-hidden="true">
              {LOG.columns.when}
            </span>
            <time className={logCss.when} dateTime={entry.at}>
              {formatMoment(entry.at)}
            </time>
          </td>
          <td>
            <Changes changes={entry.changes} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Changes = ({ changes }: { changes: AuditEntry['changes'] }) => (
  <dl className={logCss.changes}>
    {changes.map(({ field, before, after }) => (
      <div key={field}>
        <dt>{field}</dt>
        <dd>
          <del>
            <bdi>{before ?? LOG.nothing}</bdi>
          </del>{' '}
          <ins>
            <bdi>{after ?? LOG.nothing}</bdi>
          </ins>
        </dd>
      </div>
    ))}
  </dl>
)
