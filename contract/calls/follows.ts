import { call } from '#contract/endpoint.ts'

/** What can be followed: an author by the name, a series or book by its id, a genre, or a tag. */
export const FOLLOW_KINDS = ['author', 'series', 'book', 'genre', 'tag'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]

export const FOLLOWS_MAX = 1000
export const FOLLOWS_AT_ONCE = 50

const NOT_SAVED = 'This could not be saved. Please try again.'

export const listFollows = call('GET', '/follows', 'member', 'Failed to load what you follow. Please try again later.')
export const getFollow = call('GET', '/follows/:kind/:id', 'member')
export const follow = call('PUT', '/follows/:kind/:id', 'member', NOT_SAVED)
export const unfollow = call('DELETE', '/follows/:kind/:id', 'member', NOT_SAVED)
