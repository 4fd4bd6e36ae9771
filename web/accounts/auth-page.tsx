import { useLocation, useSearchParams } from 'react-router'
import { Head } from '#web/document/head.tsx'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { useSentences } from '#web/language/use-sentences.ts'
import { Notice } from '#web/ui/notice.tsx'
import { AUTH, GUEST_FIRST } from '#web/messages/accounts.ts'
import { SIGN_ON } from '#web/messages/single-sign-on.ts'
import css from './auth.module.css'
import { PUBLISH_PATH } from './author-sign-up.ts'
import { UserTypeChoice } from './user-type-choice.tsx'
import { GuestLogin } from './guest-login.tsx'
import { Login } from './login.tsx'
import { SignUp } from './sign-up.tsx'
import { useNextPath } from './use-next-path.ts'
import { useRedirectMembers } from './use-redirect-members.ts'

/** Pages that guests may use as well. */
const FOR_GUESTS = /^\/(?:library|book|read)(?:[/?#]|$)/i

/**
 * Login and sign-up: `?sign-up` asks for Reader or Author, `?sign-up=author` shows the form. A visitor who wanted a page
 * for members is told so, and can go in as a guest first.
 */
export const Component = () => {
  const [search] = useSearchParams()
  const { state } = useLocation() as { state: { notice?: string } | null }
  const next = useNextPath()
  useRedirectMembers(next)
  const { registration, signIn } = useSiteSettings()
  const isClosed = registration === 'closed'
  const signUp = signIn?.only ? null : search.get('sign-up')
  const type = typeOf(signUp, next)
  const isLogin = signUp === null
  const notice = isLogin ? state?.notice : undefined
  const guestFirst = isLogin && !notice && !signIn?.only && FOR_GUESTS.test(next ?? '')
  const loginTitle = search.has('logged-out') ? SIGN_ON.loggedOut : AUTH.login
  const title = guestFirst ? GUEST_FIRST.title : isLogin ? loginTitle : AUTH.signUp
  return (
    <>
      <Head title={title} />
      <div className={css.room}>
        <div className={css.side}>
          <h1 className="d2" tabIndex={-1}>
            {title}
          </h1>
          {notice && <Told sentence={notice} />}
          {guestFirst && (
            <>
              <p className="prose">{GUEST_FIRST.text}</p>
              <GuestLogin isFirst />
              <h2 className={css.second}>{AUTH.login}</h2>
            </>
          )}
          {isLogin ? (
            <Login isSecond={guestFirst} />
          ) : type || isClosed ? (
            <SignUp userType={type ?? 'reader'} />
          ) : (
            <ChooseHint />
          )}
          {!guestFirst && <GuestLogin />}
        </div>
        {!isClosed && !signIn?.only && <UserTypeChoice chosen={type} />}
      </div>
    </>
  )
}

/** What the server said before it led here; it is still said after a reload. */
const Told = ({ sentence }: { sentence: string }) => {
  const translate = useSentences()
  return <Notice kind="good">{translate(sentence)}</Notice>
}

const ChooseHint = () => <p className="prose">{AUTH.choose}</p>

/** The chosen type; an author if the upload form is next. Undefined if neither is chosen yet. */
const typeOf = (signUp: string | null, next: string | undefined) => {
  if (signUp === 'reader' || signUp === 'author') return signUp
  return signUp !== null && next === PUBLISH_PATH ? 'author' : undefined
}
