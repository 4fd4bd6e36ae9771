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

/** Login and sign-up; `?sign-up` asks Reader or Author, `?sign-up=author` shows the form. */
export const Component = () => {
  useWayOn()
  const [search] = useSearchParams()
  const { state } = useLocation() as { state: { notice?: string } | null }
  const asked = search.get('sign-up')
  const type = asked === 'reader' || asked === 'author' ? asked : undefined
  const isClosed = useSiteSettings().registration === 'closed'
  const title = asked === null ? AUTH.login : AUTH.signUp
  return (
    <>
      <Head title={title} />
      <div className={css.room}>
        <div className={css.side}>
          <h1 className="d2" tabIndex={-1}>
            {title}
          </h1>
          {asked === null && state?.notice && <Notice kind="good">{state.notice}</Notice>}
          {asked === null ? <LoginForm /> : <SignUp type={type} isClosed={isClosed} />}
          <GuestLogin />
        </div>
        {!isClosed && <UserTypeChoice chosen={type} />}
      </div>
    </>
  )
}

const SignUp = ({ type, isClosed }: { type: 'reader' | 'author' | undefined; isClosed: boolean }) => {
  if (isClosed) return <RegistrationClosed />
  return type ? <SignUpForm key={type} userType={type} /> : <Invitation />
}

const Invitation = () => <p className="prose">{AUTH.choose}</p>

/** Who is logged in has no business here and goes on. */
const useWayOn = () => {
  const session = useSession()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const leave = session.status === 'member' && !session.user.guest
  const to = nextPath(search) ?? '/'
  useEffect(() => {
    if (leave) void navigate(to, { replace: true })
  }, [leave, to, navigate])
}
