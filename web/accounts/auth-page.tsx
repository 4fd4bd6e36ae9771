import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { nextPath } from '#web/session/next-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { Head } from '#web/document/head.tsx'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { Notice } from '#web/ui/notice.tsx'
import { AUTH } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { UserTypeChoice } from './user-type-choice.tsx'
import { GuestLogin } from './guest-login.tsx'
import { LoginForm } from './login-form.tsx'
import { RegistrationClosed } from './registration-closed.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** Login and sign-up: `?sign-up` asks for Reader or Author, `?sign-up=author` shows the form. */
export const Component = () => {
  useRedirectMembers()
  const [search] = useSearchParams()
  const { state } = useLocation() as { state: { notice?: string } | null }
  const signUp = search.get('sign-up')
  const type = signUp === 'reader' || signUp === 'author' ? signUp : undefined
  const isClosed = useSiteSettings().registration === 'closed'
  const title = signUp === null ? AUTH.login : AUTH.signUp
  return (
    <>
      <Head title={title} />
      <div className={css.room}>
        <div className={css.side}>
          <h1 className="d2" tabIndex={-1}>
            {title}
          </h1>
          {signUp === null && state?.notice && <Notice kind="good">{state.notice}</Notice>}
          {signUp === null ? <LoginForm /> : <SignUp type={type} isClosed={isClosed} />}
          <GuestLogin />
        </div>
        {!isClosed && <UserTypeChoice chosen={type} />}
      </div>
    </>
  )
}

const SignUp = ({ type, isClosed }: { type: 'reader' | 'author' | undefined; isClosed: boolean }) => {
  if (isClosed) return <RegistrationClosed />
  return type ? <SignUpForm key={type} userType={type} /> : <ChooseHint />
}

const ChooseHint = () => <p className="prose">{AUTH.choose}</p>

/** Redirects members who are logged in already. */
const useRedirectMembers = () => {
  const session = useSession()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isMember = session.status === 'member' && !session.user.guest
  const to = nextPath(search) ?? '/'
  useEffect(() => {
    if (isMember) void navigate(to, { replace: true })
  }, [isMember, to, navigate])
}
