import { Suspense, useState } from 'react'
import type { User } from '#contract/shapes/people.ts'
import { Avatar } from '#web/accounts/avatar.tsx'
import { useHasPassword } from '#web/accounts/use-linked-providers.ts'
import { useOwnBooks } from './use-own-books.ts'
import { useLogout } from '#web/session/log-out.ts'
import { useHasKeptBooks } from '#web/session/use-has-kept-books.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import { PROFILE } from '#web/messages/profile.ts'
import { ACCOUNT_MENU } from '#web/messages/account-menu.ts'
import { ChangePassword } from './change-password.tsx'
import { ChangePicture } from './change-picture.tsx'
import { ChangeSex } from './change-sex.tsx'
import { ChangeType } from './change-type.tsx'
import { ChangeUsername } from './change-username.tsx'
import css from './profile.module.css'
import { ProfilePages } from './profile-frame.tsx'
import { Uploads } from './uploads.tsx'
import { useCoAuthorships } from './use-co-authorships.ts'
import { LANGUAGE } from '#web/messages/language.ts'

const DeviceMail = optionalPart(async () => (await import('./device-mail.tsx')).DeviceMail)

/**
 * The profile of a member. The books are above the settings for who may publish or has books with others, below them for
 * other readers.
 */
export const MemberProfile = ({ user }: { user: User }) => {
  const { data, isPending } = useCoAuthorships()
  const hasPassword = useHasPassword()
  const mayPublish = user.userType !== 'reader'
  return (
    <>
      <LibraryCard user={user} />
      <ProfilePages />
      {(!mayPublish && isPending) || hasPassword === undefined ? (
        <Loading text={PROFILE.loading} />
      ) : (
        <Account
          user={user}
          hasPassword={hasPassword}
          hasOthers={data !== undefined && data.asked.length + data.agreed.length > 0}
        />
      )}
    </>
  )
}

interface AccountProps {
  user: User
  hasPassword: boolean
  hasOthers: boolean
}

const Account = ({ user, hasPassword, hasOthers }: AccountProps) => {
  const { books = [] } = useOwnBooks()
  // Stays when the last question is answered.
  const [hadOthers] = useState(hasOthers)
  const isAbove = user.userType !== 'reader' || hadOthers
  const hasBooks = books.length > 0
  return (
    <>
      {isAbove && <Uploads isAuthor={user.userType !== 'reader'} />}
      <div className={`wrap ${css.page}`}>
        <ChangeUsername user={user} />
        <ChangePicture user={user} />
        <ChangeSex user={user} />
        <ChangePassword user={user} hasPassword={hasPassword} />
        <ChangeType user={user} hasBooks={hasBooks} />
        <Suspense>
          <DeviceMail />
        </Suspense>
      </div>
      {!isAbove && hasBooks && <Uploads isAuthor={false} />}
    </>
  )
}

/** Name, address and account type, styled as a library card. */
const LibraryCard = ({ user }: { user: User }) => {
  const logout = useLogout()
  const hasKeptBooks = useHasKeptBooks(user._id)
  return (
    <header className="on-blotter">
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

const MONTH_FORMAT = new Intl.DateTimeFormat(LANGUAGE.locale, { month: 'long', year: 'numeric' })
