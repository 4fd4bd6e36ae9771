// Derived from contract/lists.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/lists.ts'

export const addToList = call<typeof endpoints.addToList>("PUT", "/lists/:id/books/:bookId", "registered", "The list could not be saved. Please try again.")
export const createList = call<typeof endpoints.createList>("POST", "/lists", "registered", "The list could not be saved. Please try again.")
export const deleteList = call<typeof endpoints.deleteList>("DELETE", "/lists/:id", "registered", "The list could not be deleted. Please try again.")
export const followList = call<typeof endpoints.followList>("PUT", "/lists/:id/follow", "registered", "Please try again.")
export const getList = call<typeof endpoints.getList>("GET", "/lists/:id", "library", "Failed to load the list. Please try again later.")
export const listLists = call<typeof endpoints.listLists>("GET", "/my/lists", "registered", "Failed to load your lists. Please try again later.")
export const placeInList = call<typeof endpoints.placeInList>("PUT", "/lists/:id/books/:bookId/place", "registered", "The list could not be saved. Please try again.")
export const removeFromList = call<typeof endpoints.removeFromList>("DELETE", "/lists/:id/books/:bookId", "registered", "The list could not be saved. Please try again.")
export const unfollowList = call<typeof endpoints.unfollowList>("DELETE", "/lists/:id/follow", "registered", "Please try again.")
export const updateList = call<typeof endpoints.updateList>("PUT", "/lists/:id", "registered", "The list could not be saved. Please try again.")
