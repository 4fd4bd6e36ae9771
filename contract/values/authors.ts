export const ABOUT_MAX = 500
export const LINKS_MAX = 5
export const LINK_MAX = 200
/** The most series that an author's page shows as such, and the most books of each. */
export const AUTHOR_SERIES = 20
export const AUTHOR_SERIES_BOOKS = 4
/** The most books of others under the same name that an author's page shows. */
export const NAMESAKE_BOOKS = 12
/** The most books that an author's page shows of those of which the author is a co-author. */
export const CO_AUTHORED_BOOKS = 48
export const NEWEST_BY_AUTHOR = 30
export const AUTHORS_PAGE = 50
