import { Head } from '#web/document/head.tsx'
import { useGuard } from '#web/session/guard.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { NO_SESSION } from '#web/messages/site.ts'
import { PROFILE } from '#web/messages/profile.ts'
import { OWN_REPORTS } from '#web/messages/reports.ts'
import { OwnReports } from '#web/reports/own-reports.tsx'
import { GuestProfile } from './guest-profile.tsx'
import { MemberProfile } from './member-profile.tsx'
import css from './profile.module.css'
import { ProfileSection } from './profile-sections.tsx'
import { Setting } from './setting.tsx'

/** The user's account and books, or the sign-up form for a guest. */
export const Component = () => {
  useGuard()
  const session = useSession()
  return (
    <>
      <Head title={PROFILE.title} />
      {session.status === 'member' ? (
        session.user.guest ? (
          <>
            <GuestProfile user={session.user} />
            <ProfileSection of="moderation">
              <Setting title={OWN_REPORTS.title} text={OWN_REPORTS.text}>
                <OwnReports />
              </Setting>
            </ProfileSection>
          </>
        ) : (
          <MemberProfile user={session.user} />
        )
      ) : (
        <div className={`wrap ${css.waiting}`}>
          <h1 className="d2">{PROFILE.title}</h1>
          {session.status === 'failed' ? (
            <ErrorNotice message={NO_SESSION} onRetry={session.retry} />
          ) : (
            <Loading text={PROFILE.loading} />
          )}
        </div>
      )}
    </>
  )
}
