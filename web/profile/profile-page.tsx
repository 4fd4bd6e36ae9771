import { useLocation } from 'react-router'
import { Elsewhere } from '#web/accounts/logged-in.tsx'
import { PROFILE } from '#web/messages/profile.ts'
import { OWN_REPORTS } from '#web/messages/reports.ts'
import { OwnReports } from '#web/reports/own-reports.tsx'
import { GuestProfile } from './guest-profile.tsx'
import { MemberProfile } from './member-profile.tsx'
import css from './profile.module.css'
import { ProfileFrame } from './profile-frame.tsx'
import { Setting } from './setting.tsx'

export { HistoryPage } from '#web/history/reading-history.tsx'
export { AuthorSettingsPage } from './author-settings-page.tsx'
export { CommentsPage } from './comments-page.tsx'
export { DataPage } from './data-page.tsx'
export { FollowsPage } from './follows-page.tsx'
export { NoticesPage } from './notices-page.tsx'
export { ReportsPage } from './reports-page.tsx'
export { SecurityPage } from './security-page.tsx'

/** Where the parts of the profile are to which mails of earlier versions link. */
const MOVED: Record<string, string> = {
  '#reports': '/profile/reports',
  '#two-factors': '/profile/security#two-factors',
}

/** The user's account and books, or the sign-up form for a guest. */
export const Component = () => {
  const moved = MOVED[useLocation().hash]
  return (
    <ProfileFrame
      title={PROFILE.title}
      guest={(user) => (
        <>
          <GuestProfile user={user} />
          <div className={`wrap ${css.page}`}>
            <Setting title={OWN_REPORTS.title} text={OWN_REPORTS.text}>
              <OwnReports />
            </Setting>
          </div>
        </>
      )}
    >
      {(user) => (moved ? <Elsewhere to={moved} /> : <MemberProfile user={user} />)}
    </ProfileFrame>
  )
}
