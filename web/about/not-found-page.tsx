import { Head } from '#web/document/head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { LOST } from '#web/messages/site.ts'
import css from './message-page.module.css'

export const Component = () => (
  <div className={`wrap ${css.message}`}>
    <Head title={LOST.title} />
    <h1 className="d2">{LOST.title}</h1>
    <p className="prose">{LOST.text}</p>
    <p className={css.actions}>
      <ButtonLink kind="strong" to="/library">
        {LOST.library}
      </ButtonLink>
      <ButtonLink to="/">{LOST.home}</ButtonLink>
    </p>
  </div>
)
