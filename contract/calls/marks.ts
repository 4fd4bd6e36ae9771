import { call } from '#contract/endpoint.ts'

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

export const listMarks = call('GET', '/books/:id/marks', 'member')
export const saveMarks = call('PUT', '/books/:id/marks', 'member')
export const listMarkedBooks = call('GET', '/books/marked', 'member')
export const deleteMarks = call('DELETE', '/books/:id/marks', 'member')
