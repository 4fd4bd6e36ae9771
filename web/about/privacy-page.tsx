import { prefetch } from '#web/api/query.ts'
import { PRIVACY } from '#web/messages/privacy.ts'
import { SiteTextPage, siteText } from './site-text-page.tsx'

export const loader = prefetch(() => [siteText('privacy')])

export const Component = () => <SiteTextPage page="privacy" defaultText={PRIVACY} />
