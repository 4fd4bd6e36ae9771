import { Link } from 'react-router'
import { Head } from '#web/document/head.tsx'
import { useSite } from '#web/document/site.tsx'
import { DEVICES } from '#web/messages/devices.ts'
import { NO_SESSION } from '#web/messages/site.ts'
import { CopiedText } from '#web/profile/copied-text.tsx'
import { MakeToken } from '#web/profile/make-token.tsx'
import { Setting } from '#web/profile/setting.tsx'
import { type Session, useSession } from '#web/session/use-session.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import css from './devices-page.module.css'

const PATH = '/devices'

/** How to read the library in other apps: their addresses, the steps, and a token on the spot. */
export const Component = () => {
  const { origin } = useSite()
  const session = useSession()
  return (
    <>
      <Head title={DEVICES.title} description={DEVICES.lead} path={PATH} />
      <div className={`wrap ${css.page}`}>
        <h1 className="d2">{DEVICES.title}</h1>
        <p className={css.lead}>{DEVICES.lead}</p>
        <Setting title={DEVICES.addresses} text={DEVICES.addressesText}>
          <CopiedText name={DEVICES.opds} text={`${origin}/opds`} />
          <CopiedText name={DEVICES.kosync} text={`${origin}/kosync`} />
        </Setting>
        <Setting title={DEVICES.token} text={DEVICES.tokenText}>
          <div className={css.token}>
            <Token session={session} />
          </div>
        </Setting>
        <Setting title={DEVICES.steps} text={DEVICES.stepsText}>
          {DEVICES.apps.map(({ name, steps }) => (
            <section key={name} className={css.app}>
              <h3>{name}</h3>
              <ol>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </section>
          ))}
        </Setting>
      </div>
    </>
  )
}

/** The form that makes a token, or what is missing for it. */
export const Token = ({ session }: { session: Session }) => {
  if (session.status === 'starting') return null
  if (session.status === 'failed') return <ErrorNotice message={NO_SESSION} onRetry={session.retry} />
  if (session.status !== 'member')
    return (
      <p className={css.visitor}>
        <Link to={`/auth?next=${encodeURIComponent(PATH)}`}>{DEVICES.logIn}</Link>
      </p>
    )
  if (session.user.guest)
    return (
      <p>
        {DEVICES.needsAccount} <Link to="/profile">{DEVICES.signUp}</Link>
      </p>
    )
  return (
    <>
      <MakeToken />
      <p>
        <Link to="/profile/security">{DEVICES.allTokens}</Link>
      </p>
    </>
  )
}
