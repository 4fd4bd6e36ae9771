/**
 * By which rules the words of pages are read and compared. It increases with each change of what is found, or shown as text, of
 * the same file: a job reads the books of before again.
 */
export const TEXT_VERSION = 8
