/** Arabic, Persian and full-width digits, which the keyboards of some languages write. Each block begins at a multiple of 16. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g
const BLOCK = 16

/** What was typed with digits from 0 to 9. */
export const asciiDigits = (text: string): string =>
  text.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) % BLOCK))
