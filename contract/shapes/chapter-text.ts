/**
 * The text of a chapter, by which its words are searched and quoted. The server makes it when a book is published, and a
 * reader's browser from the elements on show, by the same rule: each text of `body` in order, its white space as one
 * space; a line feed before and after each block; without what is silent; then as `joinChapterText` does.
 */
const BLOCKS = new Set(
  (
    'address article aside blockquote body br caption center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 ' +
    'h6 header hgroup hr li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul foreignObject text'
  ).split(' '),
)

/** Not shown, or said twice: readings beside their characters, the source of formulas, what stands for a recording. */
const SILENT = new Set('head title desc rt rp rtc annotation audio video'.split(' '))

export const isBlock = (name: string): boolean => BLOCKS.has(name)

export const isSilent = (name: string, isHidden: boolean): boolean => isHidden || SILENT.has(name)

/** Soft hyphens and other characters that only guide the breaking of lines. */
const INVISIBLE = /[\u00ad\u2060\ufeff]/g

export const joinChapterText = (pieces: readonly string[]): string =>
  pieces
    .map((piece) => (piece === '\n' ? piece : piece.replace(/\s+/g, ' ')))
    .join('')
    .replace(INVISIBLE, '')
    .replace(/ *\n[\n ]*/g, '\n')
    .replace(/ {2,}/g, ' ')
    .trim()
