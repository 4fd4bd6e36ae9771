// Derived from contract/chapters.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/chapters.ts'

export const addChapter = call<typeof endpoints.addChapter>("POST", "/books/:id/chapters", "registered", "Could not save the chapter. Please try again later.")
export const changeChapter = call<typeof endpoints.changeChapter>("PUT", "/books/:id/chapters/:chapterId", "registered", "Could not save the chapter. Please try again later.")
export const getChapter = call<typeof endpoints.getChapter>("GET", "/books/:id/chapters/:chapterId", "registered", "Could not open the chapter. Please try again later.")
export const getChapterFile = call<typeof endpoints.getChapterFile>("GET", "/books/:id/chapters/:chapterId/file", "registered", "Could not open the chapter. Please try again later.")
export const listChapters = call<typeof endpoints.listChapters>("GET", "/books/:id/chapters", "registered", "Failed to load the chapters. Please try again later.")
export const publishChapter = call<typeof endpoints.publishChapter>("POST", "/books/:id/chapters/:chapterId/publish", "registered", "Could not publish the chapter. Please try again later.")
export const removeChapter = call<typeof endpoints.removeChapter>("DELETE", "/books/:id/chapters/:chapterId", "registered", "Could not remove the chapter. Please try again later.")
