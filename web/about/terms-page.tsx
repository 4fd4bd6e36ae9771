import { warm } from '#web/api/query.ts'
import { TERMS } from '#web/messages/terms.ts'
import { HousePage } from './house-page.tsx'
import { siteText } from './site-text.ts'

export const loader = warm(() => [siteText('terms')])

export const Component = () => <HousePage page="terms" words={TERMS} />
