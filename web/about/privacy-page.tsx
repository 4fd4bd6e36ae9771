import { PRIVACY } from '#web/words/privacy.ts'
import { Document } from './house-document.tsx'

export const Component = () => <Document words={PRIVACY} path="/privacy" />
