export const COMMENT_MAX = 2000
/** The most characters of the words that a comment is about. */
export const COMMENT_QUOTE_MAX = 300
export const COMMENTS_AT_ONCE = 100
