import { warm } from '#web/api/query.ts'
import { ABOUT } from '#web/messages/about.ts'
import { HousePage } from './house-page.tsx'
import { siteText } from './site-text.ts'

export const loader = warm(() => [siteText('about')])

export const Component = () => <HousePage page="about" words={ABOUT} />
