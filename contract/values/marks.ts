export const MARK_COLORS = ['gold', 'blue', 'red', 'ink'] as const
export const QUOTE_MAX = 2000
export const NOTE_MAX = 5000
/** The maximum of marks of a person in one book. */
export const MARKS_MAX = 2000
/** The maximum of changes in one call. */
export const CHANGES_MAX = 100
/** The text before and after a quote that is stored with it. */
export const CONTEXT_MAX = 32
/** The maximum of pages that one highlight reaches over. */
export const MARK_PAGES_MAX = 20
/** What a list of marks can be narrowed to. A highlight may have a note. */
export const MARK_KINDS = ['highlight', 'note', 'bookmark'] as const
export type MarkKind = (typeof MARK_KINDS)[number]
export const MARK_ORDERS = ['date', 'book'] as const
export type MarkOrder = (typeof MARK_ORDERS)[number]
export const ALL_MARKS_PAGE = 50
/** The most marks of all books in one answer. */
export const ALL_MARKS_MAX = 500
