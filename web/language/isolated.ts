import { LANGUAGE } from '#web/messages/language.ts'

const RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08FF\uFB1D-\uFEFC]/u
const LEFT_TO_RIGHT = /^\P{L}*(?![\u0590-\u08FF\uFB1D-\uFEFC])\p{L}/u
/** What begins with a letter of the other direction. */
const OTHER = (LANGUAGE.direction as 'ltr' | 'rtl') === 'ltr' ? RIGHT_TO_LEFT : LEFT_TO_RIGHT

/**
 * What is put into a sentence, isolated (FSI, PDI) if it is written in the other direction: otherwise a number after a
 * name would be read as a part of it. Translated messages have this around their arguments.
 */
export const isolated = <T>(value: T): T | string =>
  OTHER.test(value as string) ? `\u2068${value as string}\u2069` : value
