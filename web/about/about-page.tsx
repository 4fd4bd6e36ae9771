import { ABOUT } from '#web/words/about.ts'
import { Document } from './house-document.tsx'

export const Component = () => <Document words={ABOUT} path="/about" />
