import { useQuery } from '@tanstack/react-query'
import { getAdminSite } from '#contract/calls/site-admin.ts'
import { query } from '#web/api/query.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { SITE_PAGE } from '#web/messages/admin-site.ts'
import { adminErrorMessage } from './admin-call.ts'
import { StaffPage } from '#web/staff/staff-page.tsx'
import { AppUpload } from './app-upload.tsx'
import { FormSkeleton } from './skeletons.tsx'
import { Invitations } from './invitations.tsx'
import { LIVE_QUERY } from './live-query.ts'
import { Providers } from './providers.tsx'
import { SiteForm } from './site-form.tsx'
import { Webhooks } from './webhooks.tsx'
import { SiteTexts } from './site-texts.tsx'
import css from './site.module.css'
import tableCss from './table.module.css'

/** Site settings, the Android app, invitations, providers of log-ins, webhooks, and the texts of the site. */
export const Component = () => (
  <StaffPage title={SITE_PAGE.title}>
    <Site />
  </StaffPage>
)

const Site = () => {
  const { data, error, refetch } = useQuery({ ...query(getAdminSite), ...LIVE_QUERY })
  if (!data && error)
    return (
      <div className={tableCss.state}>
        <ErrorNotice
          message={adminErrorMessage(error, getAdminSite, SITE_PAGE.failed)}
          onRetry={() => void refetch()}
        />
      </div>
    )
  if (!data) return <FormSkeleton text={SITE_PAGE.loading} />
  return (
    <div className={css.page}>
      <SiteForm settings={data.data} version={data.version} onStale={() => void refetch()} />
      <AppUpload appFile={data.data.appFile} />
      <Invitations />
      <Providers />
      <Webhooks />
      <SiteTexts />
    </div>
  )
}
