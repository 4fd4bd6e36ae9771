import { prefetch } from '#web/api/query.ts'
import { ABOUT } from '#web/messages/about.ts'
import { SiteTextPage, siteText } from './site-text-page.tsx'

export const loader = prefetch(() => [siteText('about')])

export const Component = () => <SiteTextPage page="about" defaultText={ABOUT} />
