import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/admin.ts'
import { listAuditLog } from '#contract/admin.ts'
import { query } from '#web/api/query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { ADMIN, LOG } from '#web/messages/admin.ts'
import { failureWords } from './admin-call.ts'
import { AdminPage } from './admin-page.tsx'
import { RowsToCome } from './coming.tsx'
import { momentOf } from './dates.ts'
import { useListAddress } from './list-address.ts'
import { ListPager } from './list-pager.tsx'
import { LIVE } from './live.ts'
import logCss from './log.module.css'
import css from './table.module.css'

/** Who did what, when, before and after. */
export const Component = () => (
  <AdminPage title={LOG.title}>
    <Log />
  </AdminPage>
)

const Log = () => {
  const { page, to } = useListAddress({ sorts: ['new'] })
  const asked = { ...query(listAuditLog, { query: { page } }), ...LIVE, placeholderData: keepPreviousData }
  const { data, error, refetch } = useQuery(asked)
  if (!data && error)
    return (
      <div className={css.state}>
        <ErrorNotice message={failureWords(error, listAuditLog, LOG.failed)} onRetry={() => void refetch()} />
      </div>
    )
  if (!data) return <RowsToCome text={LOG.loading} />
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
      <Deeds deeds={data.data} />
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

const Deeds = ({ deeds }: { deeds: AuditEntry[] }) => (
  <table className={classNames(css.table, css.narrow62)}>
    <thead>
      <tr>
        <th scope="col">{LOG.columns.what}</th>
        <th scope="col">{LOG.columns.when}</th>
        <th scope="col">{LOG.columns.changes}</th>
      </tr>
    </thead>
    <tbody>
      {deeds.map((deed) => (
        <tr key={deed._id}>
          <td>
            <p>
              <bdi className={css.name}>{deed.admin}</bdi> {LOG.actions[deed.action] ?? deed.action}{' '}
              {deed.name && <bdi className={css.name}>{deed.name}</bdi>}
            </p>
          </td>
          <td>
            <span className={css.label} aria-hidden="true">
              {LOG.columns.when}
            </span>
            <time className={logCss.when} dateTime={deed.at}>
              {momentOf(deed.at)}
            </time>
          </td>
          <td>
            <Changes changes={deed.changes} />
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
