/** What XML can't hold, not even escaped. */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
/** HTML before 5, which mail programs still read, has no `&apos;`. */
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as an element or a quoted attribute of XML or HTML holds it. What XML can't hold is left out. */
export const escapeMarkup = (text: string): string =>
  text
    .toWellFormed()
    .replace(IMPOSSIBLE, '')
    .replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
