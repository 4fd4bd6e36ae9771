import { useSiteSettings } from '#web/document/site-settings.ts'
import { SIGN_ON } from '#web/messages/single-sign-on.ts'
import css from './auth.module.css'
import { ProviderButtons } from './provider-buttons.tsx'
import { RegistrationClosed } from './registration-closed.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** The ways to a new account of a type: at providers, by email, or both, unless registration is closed. */
export const SignUp = ({ userType }: { userType: 'reader' | 'author' }) => {
  const { registration, signIn } = useSiteSettings()
  if (registration === 'closed') return <RegistrationClosed />
  if (!signIn) return <SignUpForm key={userType} userType={userType} />
  return (
    <>
      <ProviderButtons providers={signIn.providers} kind={signIn.only ? 'strong' : 'plain'} userType={userType} />
      {!signIn.only && (
        <>
          <h2 className={css.second}>{SIGN_ON.orEmail}</h2>
          <SignUpForm key={userType} userType={userType} />
        </>
      )}
    </>
  )
}
