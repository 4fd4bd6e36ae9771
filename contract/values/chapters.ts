/** The most chapters that may be added to a book, with those that are not out. */
export const CHAPTERS_MAX = 500
export const CHAPTER_TITLE_MAX = 200
