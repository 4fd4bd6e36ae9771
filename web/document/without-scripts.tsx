import { Link } from 'react-router'
import { useSiteSettings } from './site-settings.ts'
import { WITHOUT_SCRIPTS } from '#web/messages/site.ts'
import { Notice } from '#web/ui/notice.tsx'

/**
 * For a browser that runs no scripts: what needs them, and that reading apps do not. Scripts render nothing of it, so that
 * its words are no part of what they load.
 */
export const WithoutScripts = () => <noscript>{import.meta.env.SSR && <Words />}</noscript>

const Words = () => (
  <Notice>
    <p>
      {useSiteSettings().libraryAccess === 'everyone' ? WITHOUT_SCRIPTS.open : WITHOUT_SCRIPTS.members}{' '}
      <Link to="/devices">{WITHOUT_SCRIPTS.apps}</Link>
    </p>
  </Notice>
)
