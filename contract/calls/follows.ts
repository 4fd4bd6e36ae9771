// Derived from contract/follows.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/follows.ts'

export const follow = call<typeof endpoints.follow>("PUT", "/follows/:kind/:id", "member", "This could not be saved. Please try again.")
export const getFollow = call<typeof endpoints.getFollow>("GET", "/follows/:kind/:id", "member")
export const listFollows = call<typeof endpoints.listFollows>("GET", "/follows", "member", "Failed to load what you follow. Please try again later.")
export const unfollow = call<typeof endpoints.unfollow>("DELETE", "/follows/:kind/:id", "member", "This could not be saved. Please try again.")
