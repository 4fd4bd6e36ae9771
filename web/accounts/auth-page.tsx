import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '#web/session/use-session.ts'
import { Head } from '#web/document/head.tsx'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { Notice } from '#web/ui/notice.tsx'
import { AUTH, GUEST_FIRST } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { PUBLISH_PATH } from './author-sign-up.ts'
import { UserTypeChoice } from './user-type-choice.tsx'
import { GuestLogin } from './guest-login.tsx'
import { LoginForm } from './login-form.tsx'
import { RegistrationClosed } from './registration-closed.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { useNextPath } from './use-next-path.ts'

/** Pages that guests may use as well. */
const FOR_GUESTS = /^\/(?:library|book|read)(?:[/?#]|$)/i

/**
 * Login and sign-up: `?sign-up` asks for Reader or Author, `?sign-up=author` shows the form. A visitor who wanted a page
 * for members is told so, and can go in as a guest first.
 */
export const Component = () => {
  useRedirectMembers()
  const [search] = useSearchParams()
  const { state } = useLocation() as { state: { notice?: string } | null }
  const next = useNextPath()
  const signUp = search.get('sign-up')
  const type = typeOf(signUp, next)
  const isClosed = useSiteSettings().registration === 'closed'
  const isLogin = signUp === null
  const notice = isLogin ? state?.notice : undefined
  const guestFirst = isLogin && !notice && FOR_GUESTS.test(next ?? '')
  const title = guestFirst ? GUEST_FIRST.title : isLogin ? AUTH.login : AUTH.signUp
  return (
    <>
      <Head title={title} />
      <div className={css.room}>
        <div className={css.side}>
          <h1 className="d2" tabIndex={-1}>
            {title}
          </h1>
          {notice && <Notice kind="good">{notice}</Notice>}
          {guestFirst && (
            <>
              <p className="prose">{GUEST_FIRST.text}</p>
              <GuestLogin isFirst />
              <h2 className={css.second}>{AUTH.login}</h2>
            </>
          )}
          {isLogin ? <LoginForm isSecond={guestFirst} /> : <SignUp type={type} isClosed={isClosed} />}
          {!guestFirst && <GuestLogin />}
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

/** The chosen type; an author if the upload form is next. Undefined if neither is chosen yet. */
const typeOf = (signUp: string | null, next: string | undefined) => {
  if (signUp === 'reader' || signUp === 'author') return signUp
  return signUp !== null && next === PUBLISH_PATH ? 'author' : undefined
}

/** Sends members who are logged in to the page that they wanted, or else to their first page. */
const useRedirectMembers = () => {
  const { user } = useSession()
  const navigate = useNavigate()
  const isMember = user && !user.guest
  const to = useNextPath() ?? (user?.userType === 'admin' ? '/admin' : '/')
  useEffect(() => {
    if (isMember) void navigate(to, { replace: true })
  }, [isMember, to, navigate])
}
