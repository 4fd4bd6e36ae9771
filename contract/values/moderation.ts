export const REASON_MAX = 500
/** A longer time is one without an end. */
export const HIDDEN_MAX_YEARS = 5
export const HIDDEN_AT_ONCE = 50
export const COMMENT_RULES = ['open', 'no-links', 'closed'] as const
export type CommentRule = (typeof COMMENT_RULES)[number]
