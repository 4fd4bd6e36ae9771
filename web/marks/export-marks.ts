import { hashOfPlace } from '#contract/shapes/place-address.ts'
import { MARKS } from '#web/messages/marks.ts'
import { NOTES } from '#web/messages/notes.ts'
import { csv } from '#web/ui/csv.ts'
import { inFileName, type NewFile } from '#web/ui/save-file.ts'
import { type Chapter, type ListedMark, chapterOf, quoteOf } from './listed-marks.ts'
import { allAnnotationsOf, annotationsOf } from './web-annotations.ts'
import { SIGNS } from '#web/messages/signs.ts'
import { EXPORTED_MARKS } from '#web/messages/exported-marks.ts'

export interface ExportedBook {
  book: { _id: string; title: string; author: string }
  marks: readonly ListedMark[]
  chapters: readonly Chapter[]
  /** The origin of the library. */
  address: string
}

export type Format = 'markdown' | 'csv' | 'readwise' | 'annotations'

/** The marks of a book as a file. */
export const exportMarks = (exported: ExportedBook, format: Format): NewFile => {
  const { extension, type, write } = WRITERS[format]
  return {
    name: `${EXPORTED_MARKS.fileName(inFileName(exported.book.title))}.${extension}`,
    type,
    text: write(exported),
  }
}

/** The marks of many books as one file; of books without a title, those that can't be shown. */
export const exportAllMarks = (books: readonly ExportedBook[], format: Format): NewFile => {
  const { extension, type, join } = WRITERS[format]
  return { name: `${NOTES.fileName}.${extension}`, type, text: join(books) }
}

const addressOf = ({ book, address }: ExportedBook, page: number | undefined) =>
  `${address}/read/${book._id}${page === undefined ? '' : hashOfPlace({ page })}`

const dayOf = ({ content }: ListedMark) => content.createdAt.slice(0, 10)

const toMarkdown = (exported: ExportedBook): string => {
  const { book, marks, chapters } = exported
  const parts = [`# ${markdown(book.title)}`, markdown(book.author)]
  let heading: string | undefined
  for (const mark of marks) {
    const { content, page } = mark
    const title = page === undefined ? MARKS.lost : chapterOf(chapters, page)
    if (title !== undefined && title !== heading) parts.push(`## ${markdown(title)}`)
    heading = title
    const place = [page === undefined ? undefined : EXPORTED_MARKS.page(page), dayOf(mark)]
      .filter(Boolean)
      .join(SIGNS.comma)
    const quote = quoteOf(content)
    if (content.color) parts.push(`> ${markdown(quote)}\n>\n> — ${place}`)
    else parts.push(`${MARKS.bookmark} — ${place}${quote ? SIGNS.colon + markdown(quote) + SIGNS.ellipsis : ''}`)
    if (content.note) parts.push(content.note.split('\n').map(markdown).join('\n'))
  }
  return `${parts.join('\n\n')}\n`
}

/** Text that Markdown reads as text, not as a heading, a list, HTML or a link. */
const markdown = (text: string) =>
  text
    .replace(/[\\`*_[\]<>]/g, '\\$&')
    .replace(
      /^(\s*)([#+-]|\d+[.)])(?=\s|$)/,
      (_, space: string, sign: string) => `${space}${sign.slice(0, -1)}\\${sign.slice(-1)}`,
    )

const csvRows = ({ marks, chapters }: ExportedBook) =>
  marks.map((mark) => [
    mark.content.color ? MARKS.mark : MARKS.bookmark,
    mark.content.color ? MARKS.colors[mark.content.color] : '',
    String(mark.page ?? ''),
    chapterOf(chapters, mark.page) ?? '',
    quoteOf(mark.content),
    mark.content.note,
    mark.content.createdAt,
  ])

const toCsv = (exported: ExportedBook) => csv([[...EXPORTED_MARKS.columns], ...csvRows(exported)])

/** Each row begins with its book. */
const allToCsv = (books: readonly ExportedBook[]) =>
  csv([
    [...EXPORTED_MARKS.bookColumns, ...EXPORTED_MARKS.columns],
    ...books.flatMap((one) => csvRows(one).map((row) => [one.book.title, one.book.author, ...row])),
  ])

/** The columns that Readwise imports. It takes highlights, not bookmarks. */
const toReadwise = (books: readonly ExportedBook[]): string =>
  csv([['Highlight', 'Title', 'Author', 'URL', 'Note', 'Location', 'Date'], ...books.flatMap(readwiseRows)])

const readwiseRows = (exported: ExportedBook) =>
  exported.marks
    .filter(({ content }) => content.color)
    .map((mark) => [
      quoteOf(mark.content),
      exported.book.title,
      exported.book.author,
      addressOf(exported, mark.page),
      mark.content.note,
      String(mark.page ?? ''),
      mark.content.createdAt.slice(0, 19).replace('T', ' '),
    ])

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const WRITERS = {
  markdown: {
    extension: 'md',
    type: 'text/markdown;charset=utf-8',
    write: toMarkdown,
    join: (books: readonly ExportedBook[]) => books.map(toMarkdown).join('\n'),
  },
  csv: { extension: 'csv', type: 'text/csv;charset=utf-8', write: toCsv, join: allToCsv },
  readwise: {
    extension: 'readwise.csv',
    type: 'text/csv;charset=utf-8',
    join: toReadwise,
    write: (exported: ExportedBook) => toReadwise([exported]),
  },
  annotations: {
    extension: 'jsonld',
    type: 'application/ld+json',
    write: (exported: ExportedBook) => json(annotationsOf(exported)),
    join: (books: readonly ExportedBook[]) => json(allAnnotationsOf(books, NOTES.fileName)),
  },
} as const
