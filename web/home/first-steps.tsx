import { Suspense } from 'react'
import { AUTHOR_SIGN_UP } from '#web/accounts/author-sign-up.ts'
import { useSession } from '#web/session/use-session.ts'
import { optionalPart } from '#web/ui/optional-part.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { FIRST_STEPS } from '#web/messages/home.ts'
import css from './first-steps.module.css'

/** Loaded only for authors. */
const PublishHandbooks = optionalPart(async () => (await import('./publish-handbooks.tsx')).PublishHandbooks)

/** The first steps in a library without books. */
export const FirstSteps = () => {
  const { user } = useSession()
  const mayPublish = user?.userType === 'author' || user?.userType === 'admin'
  return (
    <section className={`wrap ${css.section}`} aria-labelledby="first-steps">
      <h2 className="d1" id="first-steps">
        {FIRST_STEPS.title}
      </h2>
      <p className={css.text}>{FIRST_STEPS.text}</p>
      <ol className={css.steps}>
        <li>
          <h3>{FIRST_STEPS.publish}</h3>
          <p>
            {mayPublish ? FIRST_STEPS.publishAuthor : user ? FIRST_STEPS.publishReader : FIRST_STEPS.publishVisitor}
          </p>
          {mayPublish ? (
            <ButtonLink kind="quiet" to="/create">
              {FIRST_STEPS.publish}
            </ButtonLink>
          ) : (
            !user && (
              <ButtonLink kind="quiet" to={AUTHOR_SIGN_UP}>
                {FIRST_STEPS.signUp}
              </ButtonLink>
            )
          )}
        </li>
        <li>
          <h3>{FIRST_STEPS.handbooks}</h3>
          <p>{FIRST_STEPS.handbooksText}</p>
          {mayPublish && (
            <Suspense>
              <PublishHandbooks />
            </Suspense>
          )}
        </li>
        <li>
          <h3>{FIRST_STEPS.command}</h3>
          <p>{FIRST_STEPS.commandText}</p>
          <code>{FIRST_STEPS.commandLine}</code>
        </li>
      </ol>
    </section>
  )
}
