import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AuditEntry } from '#contract/admin.ts'
import { AUDIT_KINDS } from '#contract/values/admin.ts'
import { listAuditLog } from '#contract/calls/admin.ts'
import type { AuditKind } from '#contract/values/admin.ts'
import { query } from '#web/api/query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { LOG } from '#web/messages/audit-log.ts'
import { adminErrorMessage } from './admin-error-message.ts'
import { StaffPage } from '#web/staff/staff-page.tsx'
import { formatTime } from '#web/ui/format-time.ts'
import { sentenceOf, wordsOf } from './audit-sentence.ts'
import { TableSkeleton } from './skeletons.tsx'
import { useListAddress } from './list-address.ts'
import type { ListAddress } from './list-address.ts'
import { ListBar } from './list-bar.tsx'
import { ListFoot } from './list-pager.tsx'
import { LIVE_QUERY } from './live-query.ts'
import logCss from './audit-log.module.css'
import css from './table.module.css'

type Address = ListAddress<'new', 'kind'>

/** The audit log: who changed what and when, with the values before and after. */
export const Component = () => (
  <StaffPage title={LOG.title}>
    <AuditLog />
  </StaffPage>
)

const SEARCH = { label: LOG.search, hint: LOG.searchHint }
const CHOICES = { kind: AUDIT_KINDS } as const
const FILTERS = [
  {
    name: 'kind',
    label: LOG.kind,
    options: [['', ADMIN.any], ...AUDIT_KINDS.map((kind) => [kind, LOG.kinds[kind]] as const)],
  },
] as const

const AuditLog = () => {
  const address = useListAddress({ sorts: ['new'], sortOf: () => 'new', filters: CHOICES })
  return (
    <>
      <ListBar address={address} search={SEARCH} filters={FILTERS} />
      <AuditEntries address={address} />
    </>
  )
}

const AuditEntries = ({ address }: { address: Address }) => {
  const { page, words, filters } = address
  const { data, error, refetch } = useQuery({
    ...query(listAuditLog, {
      query: { page, ...(words && { query: words }), ...(filters.kind && { kind: filters.kind as AuditKind }) },
    }),
    ...LIVE_QUERY,
    placeholderData: keepPreviousData,
  })
  if (!data && error)
    return (
      <div className={css.state}>
        <ErrorNotice message={adminErrorMessage(error, listAuditLog, LOG.failed)} onRetry={() => void refetch()} />
      </div>
    )
  if (!data) return <TableSkeleton text={LOG.loading} />
  if (data.data.length === 0) return <NoEntries address={address} />
  return (
    <>
      <EntryTable entries={data.data} />
      <ListFoot address={address} pagination={data.pagination} />
    </>
  )
}

const NoEntries = ({ address: { page, words, filters, to } }: { address: Address }) => {
  const isNarrowed = page > 1 || words !== '' || filters.kind !== ''
  return (
    <div className={css.state}>
      <p>{isNarrowed ? LOG.noneFound : LOG.none}</p>
      <p className="muted">{LOG.noneText}</p>
      {isNarrowed && (
        <ButtonLink kind="quiet" to={to({ words: '', filters: { kind: '' } })}>
          {ADMIN.all}
        </ButtonLink>
      )}
    </div>
  )
}

const EntryTable = ({ entries }: { entries: AuditEntry[] }) => (
  <table className={classNames(css.table, css.narrowList, logCss.table)}>
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
            <Sentence entry={entry} />
          </td>
          <td className={logCss.when}>
            <time dateTime={entry.at}>{formatTime(entry.at)}</time>
          </td>
          <td>
            <Changes entry={entry} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Sentence = ({ entry }: { entry: AuditEntry }) => {
  const { before, after, name } = sentenceOf(entry)
  const to = pageOf(entry)
  return (
    <p>
      <bdi className={css.name}>{entry.admin}</bdi> {before}{' '}
      {name && <bdi>{to ? <Link to={to}>{name}</Link> : name}</bdi>} {after}
    </p>
  )
}

/** Where an administrator finds what was changed, if it is still there. */
const pageOf = ({ action, kind, id, name, changes }: AuditEntry) => {
  if (action.startsWith('delete')) return undefined
  if (kind === 'book') return `/admin/books/edit/${id}`
  if (kind === 'list') return `/lists/${id}`
  if (kind !== 'user') return undefined
  const current = changes.find(({ field }) => field === 'username')?.after ?? name
  return `/admin/users?query=${encodeURIComponent(current)}`
}

const Changes = ({ entry }: { entry: AuditEntry }) => (
  <dl className={logCss.changes}>
    {wordsOf(entry).map(({ name, before, after }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {before !== null && (
            <del>
              <VisuallyHidden>{LOG.before}</VisuallyHidden> <bdi>{before}</bdi>
            </del>
          )}{' '}
          <ins>
            <VisuallyHidden>{LOG.after}</VisuallyHidden> <bdi>{after ?? LOG.empty}</bdi>
          </ins>
        </dd>
      </div>
    ))}
  </dl>
)
