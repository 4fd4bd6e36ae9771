// Derived from contract/publishing.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/publishing.ts'

export const beginDraft = call<typeof endpoints.beginDraft>("POST", "/books/drafts", "author", "Could not save the draft. Please try again later.")
export const deleteBook = call<typeof endpoints.deleteBook>("DELETE", "/books/:id", "registered", "Failed to delete book")
export const editBook = call<typeof endpoints.editBook>("PUT", "/books/:id", "registered", "Upload failed")
export const getOwnBook = call<typeof endpoints.getOwnBook>("GET", "/books/:id/own", "registered", "Failed to load book details. Please try again later.")
export const getOwnBookFile = call<typeof endpoints.getOwnBookFile>("GET", "/books/:id/own/file", "registered", "Could not open the book. Please try again later.")
export const inspectFile = call<typeof endpoints.inspectFile>("POST", "/books/inspect", "member", "Could not read the file")
export const listOwnBooks = call<typeof endpoints.listOwnBooks>("GET", "/books/user", "registered", "Failed to fetch book details. Please check your connection and try again.")
export const publishBook = call<typeof endpoints.publishBook>("POST", "/books", "author", "Upload failed")
export const publishHandbooks = call<typeof endpoints.publishHandbooks>("POST", "/books/handbooks", "author")
export const saveDraft = call<typeof endpoints.saveDraft>("PUT", "/books/drafts/:id", "registered", "Could not save the draft. Please try again later.")
export const setBookState = call<typeof endpoints.setBookState>("PUT", "/books/:id/state", "registered", "Could not change the book. Please try again later.")
