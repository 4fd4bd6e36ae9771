import { warm } from '#web/api/query.ts'
import { PRIVACY } from '#web/messages/privacy.ts'
import { HousePage } from './house-page.tsx'
import { siteText } from './site-text.ts'

export const loader = warm(() => [siteText('privacy')])

export const Component = () => <HousePage page="privacy" words={PRIVACY} />
