import { useQuery } from '@tanstack/react-query'
import { listImports } from '#contract/calls/imports.ts'
import { query } from '#web/api/query.ts'
import { IMPORTS } from '#web/messages/admin-import.ts'
import { StaffPage } from '#web/staff/staff-page.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { adminErrorMessage } from './admin-error-message.ts'
import { ImportRow } from './import-row.tsx'
import { LIVE_QUERY } from './live-query.ts'
import { NewImport } from './new-import.tsx'
import { FormSkeleton } from './skeletons.tsx'
import css from './imports.module.css'
import siteCss from './site.module.css'
import tableCss from './table.module.css'

const ASK_EVERY_MS = 2000

/** Libraries that move in: what an import would do, its start and its progress. */
export const Component = () => (
  <StaffPage title={IMPORTS.title}>
    <Imports />
  </StaffPage>
)

const Imports = () => {
  const { data, error, refetch } = useQuery({
    ...query(listImports),
    ...LIVE_QUERY,
    refetchInterval: ({ state }) =>
      state.data?.data.imports.some((one) => one.state === 'looking' || one.state === 'importing')
        ? ASK_EVERY_MS
        : false,
  })
  if (!data && error)
    return (
      <div className={tableCss.state}>
        <ErrorNotice message={adminErrorMessage(error, listImports, IMPORTS.failed)} onRetry={() => void refetch()} />
      </div>
    )
  if (!data) return <FormSkeleton text={IMPORTS.loading} />
  const { imports, folders } = data.data
  return (
    <div className={siteCss.page}>
      <NewImport folders={folders} />
      <section className={siteCss.group} aria-labelledby="imports">
        <h2 id="imports">{IMPORTS.past}</h2>
        <div className={siteCss.fields}>
          {imports.length === 0 && <p className="muted">{IMPORTS.none}</p>}
          {imports.length > 0 && (
            <ul className={css.imports}>
              {imports.map((one) => (
                <ImportRow key={one._id} one={one} />
              ))}
            </ul>
          )}
        </div>
      </section>
    </div>
  )
}
