import { basename, extname } from 'node:path'
import * as z from 'zod/mini'
import { DetailsForm } from '#contract/shapes/book-details.ts'
import { TAG_MAX, TAGS_MAX } from '#contract/shapes/detail-fields.ts'
import { AUTHOR_MAX, BookForm, CAPTION_MAX, TITLE_MAX } from '#contract/publishing.ts'
import type { FileFacts } from '#server/formats/book-format.ts'
import { toldTexts } from '#server/publishing/told-details.ts'
import type { GenreTable } from './genre-table.ts'
import { type SourceBook, SourceError, type Words } from './import-source.ts'

const { title, author, caption, genre, rights } = BookForm.shape
const ImportForm = z.object({ title, author, caption, genre, rights, ...DetailsForm.shape })

export interface BookWords {
  form: z.infer<typeof ImportForm>
  coAuthors: string[]
}

const UNKNOWN = 'Unknown author'

/**
 * The form of a book from what the table, the catalogue and the file say, in this order. Throws `SourceError` for a
 * mistake in the table.
 */
export const wordsOf = (book: SourceBook, facts: FileFacts | undefined, genres: GenreTable): BookWords => {
  // An export has all metadata of a book: what is missing was left out by its author.
  const file = facts && !book.moved ? ofFile(facts) : {}
  const all = { ...taken(file), ...taken(book.known), ...book.said }
  const [first, ...coAuthors] = (all.authors ?? []).map((name) => cut(oneLine(name), AUTHOR_MAX)).filter(Boolean)
  const named = all.title ?? titleOf(book.name)
  const { authors: _, description, tags = [], genre: genreWord, ...details } = all
  const words = {
    ...details,
    tags: book.said.tags ?? tags,
    title: oneLine(named),
    author: first ?? UNKNOWN,
    // A book has a description, which a catalogue often lacks.
    caption: description ?? cut(`${oneLine(named)}, ${first ?? UNKNOWN}`, CAPTION_MAX),
    genre: book.moved?.genre ?? genres.genreOf([...(genreWord === undefined ? [] : [genreWord]), ...(all.tags ?? [])]),
  }
  const { data, error } = z.safeParse(ImportForm, words)
  if (!data)
    throw new SourceError([...new Set(error.issues.map(({ message }) => message.replace(/\.?$/, '.')))].join(' '))
  return { form: data, coAuthors }
}

const ofFile = (facts: FileFacts): Words => ({
  title: GENERATED_TITLE.test(facts.title) ? '' : facts.title,
  authors: facts.more?.authors ?? [facts.author],
  description: facts.description,
  language: facts.language ?? '',
  tags: facts.more?.subjects ?? [],
  ...toldTexts(facts),
})

/** Programs write the name of their document as the title of a PDF. */
const GENERATED_TITLE =
  /^(?:microsoft (?:word|powerpoint) - .*|untitled.*|.*\.(?:docx?|pdf|indd|qxd|pptx?|odt|tex|rtf))$/i

/** What the library takes of words that no person wrote for it; the rest is left out. */
const taken = ({ authors = [], tags = [], title, description, ...details }: Words): Words => {
  const names = authors.filter((name) => oneLine(name) !== '')
  const short = tags.map(oneLine).filter((tag) => tag !== '' && [...tag].length <= TAG_MAX)
  const fields = Object.entries(details).filter(([field, value]) => {
    if (value === undefined || value.trim() === '') return false
    if (!(field in DetailsForm.shape)) return true
    return z.safeParse(DetailsForm.shape[field as keyof typeof DetailsForm.shape], oneLine(value)).success
  })
  const kept = Object.fromEntries(fields.map(([field, value]) => [field, oneLine(value)])) as Words
  if (kept.series === undefined) delete kept.seriesNumber
  return {
    ...kept,
    ...(title !== undefined && oneLine(title) !== '' && { title: cut(oneLine(title), TITLE_MAX) }),
    ...(description !== undefined &&
      clean(description) !== '' && { description: cut(clean(description), CAPTION_MAX) }),
    ...(names.length > 0 && { authors: names }),
    ...(short.length > 0 && { tags: [...new Set(short)].slice(0, TAGS_MAX) }),
  }
}

const titleOf = (path: string) =>
  cut(basename(path, extname(path)).normalize('NFC').replaceAll('_', ' '), TITLE_MAX) || 'Untitled'

const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
const cut = (text: string, max: number) => [...text].slice(0, max).join('').trim()
