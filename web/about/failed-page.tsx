import { use, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { FAILED } from '#web/messages/site.ts'
import { isStarting, setStart } from '#web/session/start.ts'
import css from './message-page.module.css'

const NEVER = new Promise<never>(() => {})

/**
 * Shown in place of a page that threw while rendering. A page that the server has rendered stays instead, as it is: React
 * keeps what it can't replace.
 */
export const FailedPage = () => {
  if (isStarting()) {
    setStart('failed')
    use(NEVER)
  }
  const error = useRouteError()
  const { siteName } = useSiteSettings()
  useEffect(() => console.error(error), [error])
  return (
    <div className={`wrap ${css.message}`}>
      <title>{`${FAILED.title} · ${siteName}`}</title>
      <h1 className="d2">{FAILED.title}</h1>
      <p className="prose">{FAILED.text}</p>
      <p className={css.actions}>
        <Button kind="strong" onClick={() => window.location.reload()}>
          {FAILED.retry}
        </Button>
        <Button onClick={() => window.location.assign('/')}>{FAILED.home}</Button>
      </p>
    </div>
  )
}
