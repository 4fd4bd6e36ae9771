// Derived from contract/authors.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/authors.ts'

export const getAuthor = call<typeof endpoints.getAuthor>("GET", "/authors/:name", "open", "Failed to load the author. Please try again later.")
export const getNewestByAuthor = call<typeof endpoints.getNewestByAuthor>("GET", "/authors/:name/newest", "open", "Failed to load the author. Please try again later.")
export const listAuthors = call<typeof endpoints.listAuthors>("GET", "/authors", "open", "Failed to load the authors. Please try again later.")
export const updateAuthorPage = call<typeof endpoints.updateAuthorPage>("PUT", "/auth/author-page", "registered", "Failed to save your author’s page")
