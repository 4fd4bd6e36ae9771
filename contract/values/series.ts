/** The most books that one series shows. */
export const SERIES_BOOKS = 200
export const SERIES_PAGE = 50
