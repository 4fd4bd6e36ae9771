/** The pattern of LIKE for a lower-case text that contains these words as they are. */
export const likePart = (words: string): string =>
  `%${words
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
