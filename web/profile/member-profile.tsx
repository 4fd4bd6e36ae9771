import type { User } from '#contract/people.ts'
import { Avatar } from '#web/accounts/avatar.tsx'
import { useOwnBooks } from '#web/premium/use-own-books.ts'
import { useLogout } from '#web/session/log-out.ts'
import { useHasKeptBooks } from '#web/session/use-has-kept-books.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PROFILE } from '#web/messages/profile.ts'
import { ACCOUNT_MENU } from '#web/messages/account-menu.ts'
import { OWN_REPORTS } from '#web/messages/reports.ts'
import { OwnReports } from '#web/reports/own-reports.tsx'
import { BlockedPeople } from './blocked-people.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { ChangePicture } from './change-picture.tsx'
import { ChangeSex } from './change-sex.tsx'
import { ChangeType } from './change-type.tsx'
import { ChangeUsername } from './change-username.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { DownloadData } from './download-data.tsx'
import { MarkedBooks } from './marked-books.tsx'
import css from './profile.module.css'
import { ProfileSection, SectionList } from './profile-sections.tsx'
import { SecurityEvents } from './security-events.tsx'
import { Sessions } from './sessions.tsx'
import { Setting } from './setting.tsx'
import { TwoFactors } from './two-factors.tsx'
import { Uploads } from './uploads.tsx'
import { WeeklyMail } from './weekly-mail.tsx'

const SECTIONS = ['account', 'security', 'moderation', 'data'] as const

/** The profile of a member. The books are above the settings for who may publish, below them for others. */
export const MemberProfile = ({ user }: { user: User }) => {
  const { books = [] } = useOwnBooks()
  const mayPublish = user.userType !== 'reader'
  const hasBooks = books.length > 0
  return (
    <>
      <LibraryCard user={user} />
      <SectionList of={mayPublish ? ['uploads', ...SECTIONS] : hasBooks ? [...SECTIONS, 'uploads'] : SECTIONS} />
      {mayPublish && <Uploads />}
      <ProfileSection of="account">
        <ChangeUsername user={user} />
        <ChangePicture user={user} />
        <ChangeSex user={user} />
        <ChangeType user={user} hasBooks={hasBooks} />
        {user.verified && <WeeklyMail user={user} />}
      </ProfileSection>
      <ProfileSection of="security">
        <ChangeEmail user={user} />
        <ChangePassword user={user} />
        <TwoFactors />
        <Sessions />
        <SecurityEvents />
      </ProfileSection>
      <ProfileSection of="moderation">
        <Setting title={OWN_REPORTS.title} text={OWN_REPORTS.text}>
          <OwnReports />
        </Setting>
        <BlockedPeople />
      </ProfileSection>
      <ProfileSection of="data">
        <DownloadData />
        <MarkedBooks />
        <DeleteAccount hasBooks={hasBooks} />
      </ProfileSection>
      {!mayPublish && hasBooks && <Uploads />}
    </>
  )
}

/** Name, address and account type, styled as a library card. */
const LibraryCard = ({ user }: { user: User }) => {
  const logout = useLogout()
  const hasKeptBooks = useHasKeptBooks(user._id)
  return (
    <header className={`on-blotter ${css.card}`}>
      <div className={`wrap ${css.cardRow}`}>
        <Avatar user={user} big />
        <div className={css.who}>
          <h1 className={css.kicker}>{PROFILE.title}</h1>
          <p className={`d1 ${css.name}`} dir="auto">
            {user.username}
          </p>
          <p className={css.facts}>
            <span>{user.email}</span>
            <span>
              {PROFILE.types[user.userType]} {PROFILE.since(MONTH_FORMAT.format(new Date(user.createdAt)))}
            </span>
          </p>
        </div>
        {hasKeptBooks && <ButtonLink to="/kept">{ACCOUNT_MENU.kept}</ButtonLink>}
        <Button onClick={() => void logout()}>{ACCOUNT_MENU.logout}</Button>
      </div>
    </header>
  )
}

const MONTH_FORMAT = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })
