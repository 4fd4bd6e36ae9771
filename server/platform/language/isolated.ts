import type { Language } from '#contract/shapes/languages.ts'

const RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08FF\uFB1D-\uFEFC]/u
const LEFT_TO_RIGHT = /^\P{L}*(?![\u0590-\u08FF\uFB1D-\uFEFC])\p{L}/u
/** Programs make links of addresses, with what stands directly behind them. */
const ADDRESS = /^https?:/

/** What is put into a sentence of a mail, isolated as the pages do (web/language/isolated.ts): a title that begins with a number would lose it otherwise. */
export const isolated = (text: string, { direction }: Language): string =>
  (direction === 'ltr' ? RIGHT_TO_LEFT : LEFT_TO_RIGHT).test(text) && !ADDRESS.test(text) ? `\u2068${text}\u2069` : text
