// Derived from contract/shelves.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/shelves.ts'

export const getShelved = call<typeof endpoints.getShelved>("GET", "/my/books/:id", "member", "Failed to load where this book stands")
export const listShelf = call<typeof endpoints.listShelf>("GET", "/my/shelves/:shelf", "member", "Failed to load your books. Please try again later.")
export const listShelves = call<typeof endpoints.listShelves>("GET", "/my/shelves", "member", "Failed to load your books. Please try again later.")
export const listWanted = call<typeof endpoints.listWanted>("GET", "/my/wanted", "member", "Failed to load where these books stand")
export const placeWanted = call<typeof endpoints.placeWanted>("PUT", "/my/books/:id/place", "member", "The book could not be moved. Please try again.")
export const shelveBook = call<typeof endpoints.shelveBook>("PUT", "/my/books/:id", "member", "The book could not be put there. Please try again.")
