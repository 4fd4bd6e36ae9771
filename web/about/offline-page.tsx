import { Head } from '#web/document/head.tsx'
import { Logo } from '#web/shell/logo.tsx'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { OFFLINE } from '#web/messages/offline.ts'
import css from './message-page.module.css'

/** An empty href is the address of the requested page, so the link reloads it. */
const SAME_PAGE = ''

/** Served by the service worker in place of any page when there is no network. It works without scripts. */
export const Component = () => (
  <main id="main" className={`wrap ${css.message}`}>
    <Head title={OFFLINE.title} />
    <Logo />
    <h1 className="d2">{OFFLINE.title}</h1>
    <p className="prose">{OFFLINE.text}</p>
    <p className={css.actions}>
      <ButtonAnchor kind="strong" href={SAME_PAGE}>
        {OFFLINE.retry}
      </ButtonAnchor>
    </p>
  </main>
)
