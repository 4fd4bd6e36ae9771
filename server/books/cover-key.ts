import { fileKeysOf } from '#server/formats/formats.ts'

/** The storage key of a cover in one format, like `-320.avif`, or `.webp` for full size. It has the hash of the content, so the file never changes. */
export const coverKey = (hash: string, form: string) => `covers/${hash.slice(0, 2)}/${hash}${form}`

/** The names of a cover's files after their hash: the whole picture, then each width. */
const COVER_FORMS = ['.webp', ...['-160', '-320', '-640'].flatMap((width) => [`${width}.avif`, `${width}.webp`])]

/** All files of a cover, in a fixed order. */
export const coverFiles = (hash: string) => ({
  name: coverKey(hash, ''),
  keys: COVER_FORMS.map((form) => coverKey(hash, form)),
})

/** A book's file and what is stored beside it for readers. */
export const bookFiles = (key: string) => ({ name: key, keys: fileKeysOf(key) })
