import { CircleUserRound } from 'lucide'
import { Suspense } from 'react'
import type { User } from '#contract/shapes/people.ts'
import { ConfirmIdentity } from '#web/accounts/confirm-identity.tsx'
import { Bell } from '#web/notices/bell.tsx'
import { ACCOUNT_MENU } from '#web/messages/account-menu.ts'
import { useHasKeptBooks } from '#web/session/use-has-kept-books.ts'
import { useLogout } from '#web/session/log-out.ts'
import { storedUserId } from '#web/session/stored-account.ts'
import { Icon } from '#web/ui/icon.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import { Menu } from '#web/ui/menu.tsx'
import type { MenuEntry } from '#web/ui/menu.tsx'
import css from './navbar.module.css'
import { UnsentCheck } from './unsent-check.tsx'
import { SIGNS } from '#web/messages/signs.ts'

const WantOnCards = optionalPart(async () => (await import('#web/shelves/want-on-cards.tsx')).WantOnCards)

/** The menu of a member, and the dialog that asks members again who they are. `user` is undefined if it can't be loaded. */
export const AccountMenu = ({ user }: { user: User | undefined }) => {
  const logout = useLogout()
  const userId = user?._id ?? storedUserId()
  const hasKeptBooks = useHasKeptBooks(userId)
  return (
    <>
      <Bell />
      <Menu
        className={css.profile}
        label={user && ACCOUNT_MENU.profile + SIGNS.colon + user.username}
        button={
          <>
            <Icon of={CircleUserRound} />
            <span className={css.name} dir="auto">
              {user?.username ?? ACCOUNT_MENU.profile}
            </span>
          </>
        }
        entries={[
          { label: ACCOUNT_MENU.library, to: '/library' },
          ...entriesOf(user?.userType),
          ...(hasKeptBooks ? [{ label: ACCOUNT_MENU.kept, to: '/kept' }] : []),
          { label: ACCOUNT_MENU.profile, to: '/profile' },
          { label: ACCOUNT_MENU.logout, onSelect: () => void logout() },
        ]}
      />
      <ConfirmIdentity />
      {userId && <UnsentCheck userId={userId} />}
      {userId && (
        <Suspense>
          <WantOnCards key={userId} userId={userId} />
        </Suspense>
      )}
    </>
  )
}

const entriesOf = (userType: User['userType'] = 'reader'): MenuEntry[] => {
  if (userType === 'reader') return []
  const own = [
    { label: ACCOUNT_MENU.ownBooks, to: '/profile#uploads' },
    { label: ACCOUNT_MENU.upload, to: '/create' },
  ]
  const moderation = { label: ACCOUNT_MENU.moderation, to: '/moderation/reports' }
  if (userType === 'moderator') return [...own, moderation]
  return userType === 'admin' ? [...own, moderation, { label: ACCOUNT_MENU.administration, to: '/admin' }] : own
}
