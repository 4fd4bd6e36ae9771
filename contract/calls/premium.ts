// Derived from contract/premium.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/premium.ts'

export const featuredBooks = call<typeof endpoints.featuredBooks>("GET", "/books/public/featured", "open")
export const getPremiumBook = call<typeof endpoints.getPremiumBook>("GET", "/books/public/premium/:id", "open", "Failed to load book details. Please try again later.")
export const getPremiumFile = call<typeof endpoints.getPremiumFile>("GET", "/books/public/premium/:id/file", "open", "Could not open the book. Please try again later.")
export const getPremiumPdf = call<typeof endpoints.getPremiumPdf>("GET", "/books/public/premium/:id/pdf", "open", "Could not open the PDF. Please try again later.")
export const premiumBooks = call<typeof endpoints.premiumBooks>("GET", "/books/premium", "open", "Failed to load premium books. Please try again later.")
