import { warm } from '#web/api/query.ts'
import { ABOUT } from '#web/messages/about.ts'
import { SiteTextPage } from './site-text-page.tsx'
import { siteText } from './site-text.ts'

export const loader = warm(() => [siteText('about')])

export const Component = () => <SiteTextPage page="about" words={ABOUT} />
