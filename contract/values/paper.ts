/** The sizes of paper that a book can be set for. */
export const PAPER_SIZES = ['a5', 'a4', 'six-by-nine', 'pocket'] as const
export type PaperSize = (typeof PAPER_SIZES)[number]
/**
 * The states of the PDF for paper: it is being made, it is there, or why it could not be made: there is no room for it, the
 * book is too large or too complex, its pages are fixed, or it has no words in letters of the fonts.
 */
export const PAPER_STATES = ['waiting', 'made', 'no-room', 'too-complex', 'fixed-pages', 'empty'] as const
/** What a PDF for paper lacks of its book. */
export const PAPER_NOTICES = ['formulas', 'drawings', 'media', 'letters', 'tables', 'colours', 'ordinary'] as const
/** Refetch interval while it is being made. */
export const PAPER_REFRESH_MS = 2_000
