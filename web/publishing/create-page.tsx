import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AUTHOR_SIGN_UP } from '#web/accounts/author-sign-up.ts'
import { BecomeAuthor } from '#web/accounts/become-author.tsx'
import { Head } from '#web/document/head.tsx'
import { useSession } from '#web/session/use-session.ts'
import type { Session } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { NO_SESSION } from '#web/messages/site.ts'
import { CREATE } from '#web/messages/publishing.ts'
import { BookForm } from './book-form.tsx'
import css from './create.module.css'

/** The upload page for authors; others see the form read-only. */
export const Component = () => (
  <div className="wrap">
    <Head title={CREATE.title} description={CREATE.description} path="/create" />
    <header className={css.head}>
      <h1 className="d2">{CREATE.title}</h1>
      <p className="prose">{CREATE.yours}</p>
    </header>
    <Form />
  </div>
)

const Form = () => {
  const session = useSession()
  if (useSignsUp(session)) return <Waiting />
  if (session.status === 'failed') return <ErrorNotice message={NO_SESSION} onRetry={session.retry} />
  if (session.status === 'starting') return <Waiting />
  if (session.status === 'member') {
    const { userType, guest } = session.user
    const mayPublish = !guest && userType !== 'reader'
    return mayPublish ? <BookForm readOnly={false} /> : <ForAuthors visitor={guest} />
  }
  // Before hydration the session is unknown: CSS chooses by the `data-auth` attribute of the document.
  return (
    <>
      {session.status === 'unknown' && (
        <div className={css.member}>
          <Waiting />
        </div>
      )}
      <div className={css.visitor}>
        <ForAuthors visitor />
      </div>
    </>
  )
}

/** Sends visitors who pressed Upload Now on to the sign-up. */
const useSignsUp = ({ status, user }: Session) => {
  const { state } = useLocation() as { state: { signUp?: boolean } | null }
  const navigate = useNavigate()
  const signsUp = Boolean(state?.signUp) && (status === 'visitor' || user?.guest === true)
  useEffect(() => {
    if (signsUp) void navigate(AUTHOR_SIGN_UP, { replace: true })
  }, [signsUp, navigate])
  return signsUp
}

const Waiting = () => (
  <div className={css.waiting}>
    <Loading text={CREATE.loading} />
  </div>
)

const ForAuthors = ({ visitor }: { visitor: boolean }) => (
  <>
    <section className={`on-quill ${css.authors}`} aria-labelledby="authors-only">
      <h2 id="authors-only">{CREATE.authorsOnly}</h2>
      <p>{CREATE.authorsOnlyText}</p>
      <div className={css.actions}>
        {visitor ? (
          <ButtonLink kind="strong" to={AUTHOR_SIGN_UP}>
            {CREATE.logIn}
          </ButtonLink>
        ) : (
          <BecomeAuthor />
        )}
        <ButtonLink to="/library">{CREATE.explore}</ButtonLink>
      </div>
    </section>
    <BookForm readOnly />
  </>
)
