import { call } from '#contract/endpoint.ts'

/** The most chapters that may be added to a book, with those that are not out. */
export const CHAPTERS_MAX = 500
export const CHAPTER_TITLE_MAX = 200

const NOT_SAVED = 'Could not save the chapter. Please try again later.'

export const listChapters = call(
  'GET',
  '/books/:id/chapters',
  'registered',
  'Failed to load the chapters. Please try again later.',
)
export const addChapter = call('POST', '/books/:id/chapters', 'registered', NOT_SAVED)
export const getChapter = call(
  'GET',
  '/books/:id/chapters/:chapterId',
  'registered',
  'Could not open the chapter. Please try again later.',
)
export const changeChapter = call('PUT', '/books/:id/chapters/:chapterId', 'registered', NOT_SAVED)
export const removeChapter = call(
  'DELETE',
  '/books/:id/chapters/:chapterId',
  'registered',
  'Could not remove the chapter. Please try again later.',
)
export const publishChapter = call(
  'POST',
  '/books/:id/chapters/:chapterId/publish',
  'registered',
  'Could not publish the chapter. Please try again later.',
)
export const getChapterFile = call(
  'GET',
  '/books/:id/chapters/:chapterId/file',
  'registered',
  'Could not open the chapter. Please try again later.',
)
