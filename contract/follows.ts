import * as z from 'zod/mini'
import { endpoint } from './api/endpoint.ts'
import { Id } from './shapes/ids.ts'
import { line } from './shapes/text.ts'
import { FOLLOW_KINDS, FOLLOWS_AT_ONCE, FOLLOWS_MAX } from './values/follows.ts'

export * from './values/follows.ts'

const NOT_SAVED = 'This could not be saved. Please try again.'

const Kind = z.enum(FOLLOW_KINDS, `What can be followed is one of ${FOLLOW_KINDS.join(', ')}.`)

const Params = z.object({
  kind: Kind,
  id: line({ max: 200, missing: 'Say what to follow.', tooLong: 'This name is too long.' }),
})

/** `id` is the author's name, the id of the series or book, the genre, or the tag; `name` is what it is called. */
export const Follow = z.object({
  _id: z.string(),
  kind: Kind,
  id: z.string(),
  name: z.string(),
  followedAt: z.string(),
})
export type Follow = z.infer<typeof Follow>

const rates = [{ by: 'caller', max: 180, seconds: 60 }] as const

export const listFollows = endpoint('GET', '/follows', 'member', {
  failureMessage: 'Failed to load what you follow. Please try again later.',
  summary: `Up to ${FOLLOWS_AT_ONCE} of what the caller follows, the latest first, before the one with the id \`before\`; what is not shown now is left out`,
  query: z.object({ before: z.optional(Id) }),
  response: z.array(Follow),
})

export const getFollow = endpoint('GET', '/follows/:kind/:id', 'member', {
  summary: "Whether the caller follows something; `followers` is told of the caller's own name alone",
  params: Params,
  response: z.object({ isFollowed: z.boolean(), followers: z.optional(z.int()) }),
})

export const follow = endpoint('PUT', '/follows/:kind/:id', 'member', {
  failureMessage: NOT_SAVED,
  rates,
  summary: `Follow an author, series, book, genre or tag, at most ${FOLLOWS_MAX}; again changes nothing`,
  params: Params,
  status: 204,
})

export const unfollow = endpoint('DELETE', '/follows/:kind/:id', 'member', {
  failureMessage: NOT_SAVED,
  rates,
  summary: 'Follow something no longer; again changes nothing',
  params: Params,
  status: 204,
})
