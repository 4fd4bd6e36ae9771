import { warm } from '#web/api/query.ts'
import { PRIVACY } from '#web/messages/privacy.ts'
import { SiteTextPage } from './site-text-page.tsx'
import { siteText } from './site-text.ts'

export const loader = warm(() => [siteText('privacy')])

export const Component = () => <SiteTextPage page="privacy" words={PRIVACY} />
