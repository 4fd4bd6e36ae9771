/** What the reader says of an element of the book, which its rules know (see book-rules.ts). */
const NAME = 'data-reader'

export type ReaderWord =
  | 'flow'
  | 'narrow'
  | 'block'
  | 'table'
  | 'scroll'
  | 'spread'
  | 'unindented'
  | 'inside'
  | 'ink'
  | 'dark-ink'
  | 'light-ink'
  | 'first-ink'
  | 'added-ink'
  | 'paper'
  | 'line'
  | 'bare'
  | 'sign'
  | 'smaller'
  | 'ltr'

export const hasWord = (element: Element, word: ReaderWord): boolean =>
  (element.getAttribute(NAME) ?? '').split(' ').includes(word)

export const addWord = (element: Element, word: ReaderWord) => {
  if (!hasWord(element, word)) element.setAttribute(NAME, `${element.getAttribute(NAME) ?? ''} ${word}`.trim())
}

/** Takes these words back. */
export const takeWords = (words: readonly ReaderWord[]) => {
  for (const element of document.querySelectorAll(`[${NAME}]`)) {
    const kept = (element.getAttribute(NAME) ?? '').split(' ').filter((word) => !words.includes(word as ReaderWord))
    if (kept.length > 0) element.setAttribute(NAME, kept.join(' '))
    else element.removeAttribute(NAME)
  }
}
