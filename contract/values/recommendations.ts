export const RECOMMENDED = 4
/** The most books that readers of a book also liked. */
export const ALSO_LIKED = 6
