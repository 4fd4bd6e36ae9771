export const CHANGE_NOTE_MAX = 200
/** The versions of a book that are listed, the latest; older ones are removed. */
export const VERSIONS_KEPT = 50
