import { prefetch } from '#web/api/query.ts'
import { TERMS } from '#web/messages/terms.ts'
import { SiteTextPage, siteText } from './site-text-page.tsx'

export const loader = prefetch(() => [siteText('terms')])

export const Component = () => <SiteTextPage page="terms" defaultText={TERMS} />
