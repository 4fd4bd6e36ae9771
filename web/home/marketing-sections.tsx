import { useSiteSettings } from '#web/document/site-settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { QuestionList } from '#web/ui/questions.tsx'
import { HOME } from '#web/messages/home.ts'
import css from './marketing-sections.module.css'

/** Invites authors to publish. */
export const Invitation = () => (
  <section className={`on-blotter ${css.invitation}`} aria-labelledby="invitation">
    <div className={`wrap ${css.invite}`}>
      <h2 className="d2" id="invitation">
        {HOME.invite}
      </h2>
      <div>
        <p>{HOME.inviteText}</p>
        <ButtonLink kind="strong" big className={css.upload} to="/create" state={{ signUp: true }}>
          {HOME.upload}
        </ButtonLink>
      </div>
    </div>
  </section>
)

export const Facts = () => {
  const site = useSiteSettings()
  return (
    <section className={`wrap ${css.section}`} aria-labelledby="facts">
      <h2 className={`d1 ${css.title}`} id="facts">
        {HOME.factsTitle}
      </h2>
      <dl className={css.ledger}>
        {HOME.facts(site).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export const Questions = () => {
  const site = useSiteSettings()
  return (
    <section className={`wrap ${css.section} ${css.faq}`} aria-labelledby="questions">
      <h2 className="d1" id="questions">
        {HOME.questionsTitle}
      </h2>
      <QuestionList questions={HOME.questions(site)} />
    </section>
  )
}

export const Join = () => (
  <section className={`wrap ${css.section} ${css.join}`} aria-labelledby="join">
    <h2 className="d2" id="join">
      {HOME.join}
    </h2>
    <ButtonLink kind="strong" big to="/auth?sign-up">
      {HOME.signUp}
    </ButtonLink>
  </section>
)
