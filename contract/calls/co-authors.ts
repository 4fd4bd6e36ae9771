// Derived from contract/co-authors.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/co-authors.ts'

export const addCoAuthor = call<typeof endpoints.addCoAuthor>("POST", "/books/:id/co-authors", "registered", "Could not add the name. Please try again.")
export const answerCoAuthorship = call<typeof endpoints.answerCoAuthorship>("PUT", "/books/:id/co-authorship", "registered", "Could not send your answer. Please try again.")
export const askCoAuthor = call<typeof endpoints.askCoAuthor>("POST", "/books/:id/co-authors/ask", "registered", "Could not ask this account. Please try again.")
export const listCoAuthors = call<typeof endpoints.listCoAuthors>("GET", "/books/:id/co-authors", "registered", "Could not load the co-authors. Please try again.")
export const listCoAuthorships = call<typeof endpoints.listCoAuthorships>("GET", "/co-authorships", "registered", "Could not load the books of which you are a co-author. Please try again.")
export const orderCoAuthors = call<typeof endpoints.orderCoAuthors>("PUT", "/books/:id/co-authors", "registered", "Could not change the order. Please try again.")
export const removeCoAuthor = call<typeof endpoints.removeCoAuthor>("DELETE", "/books/:id/co-authors/:coAuthorId", "registered", "Could not remove the co-author. Please try again.")
