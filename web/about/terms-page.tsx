import { warm } from '#web/api/query.ts'
import { TERMS } from '#web/messages/terms.ts'
import { SiteTextPage } from './site-text-page.tsx'
import { siteText } from './site-text.ts'

export const loader = warm(() => [siteText('terms')])

export const Component = () => <SiteTextPage page="terms" words={TERMS} />
