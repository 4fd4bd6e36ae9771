/** On one line, cut at a length. */
export const cleanLine = (text: string, max: number): string =>
  Array.from(
    text
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  )
    .slice(0, max)
    .join('')
    .trim()

/** Whether a text is the word that Calibre writes where it knows nothing. */
export const isUnknown = (text: string): boolean => text.trim().toLowerCase() === 'unknown'
