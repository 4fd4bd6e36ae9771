import { TERMS } from '#web/words/terms.ts'
import { Document } from './house-document.tsx'

export const Component = () => <Document words={TERMS} path="/terms" />
