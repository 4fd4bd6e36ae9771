/** A longer quote is found by its beginning. */
export const MAX_QUOTE = 160

/** The beginning of a quote that finds it again, cut between words. */
export const wholeWords = (text: string): string => {
  const cut = text.slice(0, MAX_QUOTE)
  return cut.length < text.length && cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut
}
