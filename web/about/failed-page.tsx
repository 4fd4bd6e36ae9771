import { localPath } from '#web/language/local-path.ts'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { FAILED } from '#web/messages/site.ts'
import { keepPage } from '#web/session/start.ts'
import css from './message-page.module.css'

/**
 * Shown in place of a page that threw while rendering. A page that the server has rendered stays instead, as it is: React
 * keeps it for as long as what replaces it is suspended.
 */
export const FailedPage = () => {
  if (keepPage()) throw new Promise(() => {})
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
        <Button onClick={() => window.location.assign(localPath('/'))}>{FAILED.home}</Button>
      </p>
    </div>
  )
}
