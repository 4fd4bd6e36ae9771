import { Plus } from 'lucide'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
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

export const Facts = () => (
  <section className={`wrap ${css.section}`} aria-labelledby="facts">
    <h2 className={`d1 ${css.title}`} id="facts">
      {HOME.factsTitle}
    </h2>
    <FactList />
  </section>
)

const FactList = () => (
  <dl className={css.ledger}>
    {HOME.facts(useSiteSettings()).map(([name, text]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)

/** The facts and the questions for members, who know them: folded. */
export const Folded = () => (
  <section className={`wrap ${css.section}`} aria-label={HOME.folded}>
    <div className={css.folds}>
      <details>
        <summary>
          {HOME.factsTitle}
          <Icon of={Plus} />
        </summary>
        <FactList />
      </details>
      <details>
        <summary>
          {HOME.questionsTitle}
          <Icon of={Plus} />
        </summary>
        <QuestionList questions={HOME.questions(useSiteSettings())} />
      </details>
    </div>
  </section>
)

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
