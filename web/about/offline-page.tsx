import { Head } from '#web/document/head.tsx'
import { Logo } from '#web/shell/logo.tsx'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { OFFLINE } from '#web/messages/offline.ts'
import css from './message-page.module.css'

/** An empty address is that of the page itself: the one that was wanted. */
const HERE = ''

/** Shown by the service worker in place of any page, when there is no network; it works without a script. */
export const Component = () => (
  <main id="main" className={`wrap ${css.message}`}>
    <Head title={OFFLINE.title} />
    <Logo />
    <h1 className="d2">{OFFLINE.title}</h1>
    <p className="prose">{OFFLINE.text}</p>
    <p className={css.actions}>
      <ButtonAnchor kind="strong" href={HERE}>
        {OFFLINE.retry}
      </ButtonAnchor>
    </p>
  </main>
)
