import { readFile } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { type Genre, genreNamed, GENRES } from '#contract/shapes/genres.ts'
import { tagKey } from '#contract/shapes/detail-fields.ts'
import { delimiterOf } from './book-table.ts'
import { defaultGenre } from './default-genres.ts'
import { SourceError } from './import-source.ts'

/** Genres that say less: another genre of the same book is taken instead. */
const WIDE: readonly (Genre | undefined)[] = ['Fiction', 'Non-fiction', 'Other', undefined]

/** Which genre each tag stands for, as a file of three columns that people correct: tag, genre, books. */
export const createGenreTable = (corrected: string | undefined) => {
  const decided = corrected === undefined ? new Map<string, Genre | undefined>() : readTable(corrected)
  const seen = new Map<string, { tag: string; books: number }>()
  const genreOfTag = (tag: string) => (decided.has(tagKey(tag)) ? decided.get(tagKey(tag)) : defaultGenre(tag))
  return {
    /** The genre of a book by its words, the first of those that say most. */
    genreOf: (words: readonly string[]): Genre => {
      const unique = [...new Map(words.map((word) => [tagKey(word), word])).entries()].filter(([key]) => key !== '')
      for (const [key, tag] of unique) seen.set(key, { tag, books: (seen.get(key)?.books ?? 0) + 1 })
      const genres = unique.map(([, tag]) => genreOfTag(tag))
      return genres.find((genre) => !WIDE.includes(genre)) ?? genres.find((genre) => genre !== undefined) ?? 'Other'
    },
    /** With the tags that it had, and those of this import, the most frequent first. */
    toCsv: (): string => {
      const before = [...decided.keys()].filter((key) => !seen.has(key)).map((tag) => ({ tag, books: 0 }))
      const rows = [...seen.values(), ...before].sort(
        (one, other) => other.books - one.books || (one.tag < other.tag ? -1 : 1),
      )
      return stringify(
        rows.map(({ tag, books }) => [tag, genreOfTag(tag) ?? '', books]),
        { header: true, columns: ['tag', 'genre', 'books'], escape_formulas: true },
      )
    },
  }
}

/** The lines of such a file; none if it isn't there. */
export const readGenreRows = async (file: string) => {
  const text = await readFile(file, 'utf8').catch(() => '')
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true, delimiter: delimiterOf(text) })
  return rows.map(({ tag = '', genre = '', books = '0' }) => ({
    tag: unescaped(tag),
    genre: genreNamed(genre) ?? null,
    books: Number(books),
  }))
}

/** What a table could take for a formula was written with an apostrophe before it. */
const unescaped = (tag: string) => tag.replace(/^'(?=[=+\-@])/, '')

export type GenreTable = ReturnType<typeof createGenreTable>

const readTable = (text: string): Map<string, Genre | undefined> => {
  let rows: Record<string, string>[]
  try {
    const delimiter = delimiterOf(text)
    rows = parse(text, {
      bom: true,
      columns: true,
      delimiter,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: true,
    })
  } catch (error) {
    if (error instanceof CsvError) throw new SourceError(`The table of genres cannot be read: ${error.message}.`)
    throw error
  }
  return new Map(
    rows.map(({ tag = '', genre = '' }) => {
      const known = genreNamed(genre)
      if (genre !== '' && !known)
        throw new SourceError(`The table of genres has '${genre}' for ${tag}. The genres are ${GENRES.join(', ')}.`)
      return [tagKey(unescaped(tag)), known] as const
    }),
  )
}
