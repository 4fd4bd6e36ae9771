import { PROFILE } from '#web/messages/profile.ts'
import { OWN_REPORTS } from '#web/messages/reports.ts'
import { OwnReports } from '#web/reports/own-reports.tsx'
import { BlockedPeople } from './blocked-people.tsx'
import { ProfilePage } from './profile-frame.tsx'
import { Setting } from './setting.tsx'

/** What one has reported, what was decided about one's own, and whom one blocks. */
export const ReportsPage = () => (
  <ProfilePage title={PROFILE.pages.reports}>
    {() => (
      <>
        <Setting title={OWN_REPORTS.title} text={OWN_REPORTS.text}>
          <OwnReports />
        </Setting>
        <BlockedPeople />
      </>
    )}
  </ProfilePage>
)
