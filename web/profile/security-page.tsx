import { PROFILE } from '#web/messages/profile.ts'
import { ChangeEmail } from './change-email.tsx'
import { LinkedProviders } from './linked-providers.tsx'
import { ProfilePage } from './profile-frame.tsx'
import { SecurityEvents } from './security-events.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'
import { TwoFactors } from './two-factors.tsx'

/** The email of the account, what it is logged in to with, and who has logged in. */
export const SecurityPage = () => (
  <ProfilePage title={PROFILE.pages.security}>
    {(user) => (
      <>
        <ChangeEmail user={user} />
        <LinkedProviders />
        <TwoFactors />
        <Tokens />
        <Sessions />
        <SecurityEvents />
      </>
    )}
  </ProfilePage>
)
