/** What stands between two things that are said beside each other, with its spaces. */
export const SIGNS = {
  /** Between words and what follows them in the same sentence, such as a link, or between two sentences. */
  space: ' ',
  /** Between the name of a thing and the thing. */
  colon: ': ',
  /** Between things of which none is the last, such as facts. */
  comma: ', ',
  semicolon: '; ',
  /** Between facts in a line of small letters. */
  dot: ' · ',
  dash: ' – ',
  /** Between sentences. */
  stop: '. ',
  /** At the end of a sentence. */
  end: '.',
  ellipsis: '…',
} as const
