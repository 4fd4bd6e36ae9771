import { Head } from '#web/document/head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { NOT_FOUND } from '#web/messages/not-found.ts'
import css from './message-page.module.css'

export const Component = () => (
  <div className={`wrap ${css.message}`}>
    <Head title={NOT_FOUND.title} />
    <h1 className="d2">{NOT_FOUND.title}</h1>
    <p className="prose">{NOT_FOUND.text}</p>
    <p className={css.actions}>
      <ButtonLink kind="strong" to="/library">
        {NOT_FOUND.library}
      </ButtonLink>
      <ButtonLink to="/">{NOT_FOUND.home}</ButtonLink>
    </p>
  </div>
)
