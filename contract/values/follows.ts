/** What can be followed: an author by the name, a series or book by its id, a genre, or a tag. */
export const FOLLOW_KINDS = ['author', 'series', 'book', 'genre', 'tag'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]

export const FOLLOWS_MAX = 1000
export const FOLLOWS_AT_ONCE = 50
