import type { NamedCoAuthor } from '#contract/books.ts'
import type { BookFormat } from '#server/formats/book-format.ts'
import { latinFileName, savedFileName } from '#server/formats/book-file-name.ts'

export interface NamedBook {
  title: string
  author: string
  coAuthors: readonly Pick<NamedCoAuthor, 'name'>[]
}

/** KOReader cuts a name without its extension at so many bytes. */
const NAME_MAX_BYTES = 240

/** What KOReader writes as an underscore: always, without the comma, or where the file system takes all but a slash. */
const REPLACED = [/[\\/,:*?"<>|]/g, /[\\/:*?"<>|]/g, /\//g]

/** What KOReader leaves out before the extension since its version of August 2025. */
const ENDING = /[.\s]+$/

/**
 * The names under which readers have a file of a book: those that KOReader gives it when it loads it from the catalog, and
 * at last the one that the site gives it. KOReader names the authors and the title; of several authors OPDS 1 gives it the
 * last, OPDS 2 all. With 'Use server filenames' it takes the name of Latin letters.
 */
export const savedNames = (book: NamedBook, format: Pick<BookFormat, 'extension'>): string[] => {
  const authors = [book.author, ...book.coAuthors.map(({ name }) => name)]
  const named = [authors.join(', '), authors.at(-1) ?? ''].flatMap((author) =>
    REPLACED.flatMap((replaced) => {
      const name = `${author} - ${book.title}`.replace(replaced, '_')
      return [name, name.replace(ENDING, '')].map((kept) => cutBytes(kept) + format.extension)
    }),
  )
  const own = savedFileName(book, format)
  const latin = latinFileName(own, format) ?? own
  return [...new Set([...named, latin].filter((name) => name !== own)), own]
}

/** Without a sign of which only a part is left. */
const cutBytes = (name: string): string => {
  const bytes = Buffer.from(name)
  return bytes.length <= NAME_MAX_BYTES
    ? name
    : new TextDecoder().decode(bytes.subarray(0, NAME_MAX_BYTES)).replace(/\u{FFFD}+$/u, '')
}
