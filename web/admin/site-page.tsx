import { useQuery } from '@tanstack/react-query'
import { NavLink, useParams } from 'react-router'
import { getAdminSite } from '#contract/calls/site-admin.ts'
import type { Output } from '#contract/api/endpoint.ts'
import { Elsewhere } from '#web/accounts/logged-in.tsx'
import { query } from '#web/api/query.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { SITE_PAGE } from '#web/messages/admin-site.ts'
import { adminErrorMessage } from './admin-error-message.ts'
import { StaffPage } from '#web/staff/staff-page.tsx'
import { AppUpload } from './app-upload.tsx'
import { FormSkeleton } from './skeletons.tsx'
import { Invitations } from './invitations.tsx'
import { LIVE_QUERY } from './live-query.ts'
import { Providers } from './providers.tsx'
import { SiteApp } from './site-app.tsx'
import { SiteForm } from './site-form.tsx'
import { isSection, SECTION_NAMES, SECTIONS, type FormSection, type Section, sectionPath } from './site-sections.ts'
import { Webhooks } from './webhooks.tsx'
import { SiteTexts } from './site-texts.tsx'
import css from './site.module.css'
import tableCss from './table.module.css'

/** One section of the settings of the site, each with an address of its own, and the list of all. */
export const Component = () => {
  const { section = 'site' } = useParams()
  if (!isSection(section)) return <Elsewhere to={sectionPath('site')} />
  return (
    <StaffPage title={section === 'site' ? SITE_PAGE.title : SITE_PAGE.titleOf(SECTIONS[section])}>
      <div className={css.sections}>
        <nav className={css.list} aria-label={SITE_PAGE.sections}>
          <ul>
            {SECTION_NAMES.map((name) => (
              <li key={name}>
                <NavLink to={sectionPath(name)} end>
                  {SECTIONS[name]}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={css.page}>
          <SectionContent key={section} section={section} />
        </div>
      </div>
    </StaffPage>
  )
}

const SectionContent = ({ section }: { section: Section }) => {
  if (section === 'invitations') return <Invitations />
  if (section === 'providers') return <Providers />
  if (section === 'webhooks') return <Webhooks />
  if (section === 'texts') return <SiteTexts />
  return <Settings section={section} />
}

const Settings = ({ section }: { section: FormSection }) => {
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
  const { data: settings, version, keepsMails }: Output<typeof getAdminSite> = data
  return (
    <>
      <SiteForm
        section={section}
        settings={settings}
        version={version}
        keepsMails={keepsMails}
        onStale={() => void refetch()}
      />
      {section === 'app' && <AppUpload appFile={settings.appFile} />}
      {section === 'app' && <SiteApp key={version} />}
    </>
  )
}
