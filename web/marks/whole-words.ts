/** A longer quote is found by its beginning. */
export const MAX_QUOTE = 160

/** A longer word is a part of a text without spaces; neither is half a character kept. */
const CUT = / [^ ]{0,20}$|[\u{D800}-\u{DBFF}]$/u

/** The beginning of a quote that finds it again, cut between words. */
export const wholeWords = (text: string): string => {
  const cut = text.slice(0, MAX_QUOTE)
  return cut.length < text.length ? cut.replace(CUT, '') : cut
}
