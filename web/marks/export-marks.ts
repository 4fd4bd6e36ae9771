import { hashOfPlace } from '#contract/place-address.ts'
import { MARKS } from '#web/messages/marks.ts'
import { csv } from '#web/ui/csv.ts'
import { inFileName, type NewFile } from '#web/ui/save-file.ts'
import { type Chapter, type ListedMark, chapterOf, quoteOf } from './listed-marks.ts'
import { annotationsOf } from './web-annotations.ts'

export interface ExportedBook {
  book: { _id: string; title: string; author: string }
  marks: readonly ListedMark[]
  chapters: readonly Chapter[]
  /** The origin of the library. */
  address: string
}

type Format = 'markdown' | 'csv' | 'readwise' | 'annotations'

/** The marks of a book as a file. */
export const exportMarks = (exported: ExportedBook, format: Format): NewFile => {
  const { extension, type, write } = WRITERS[format]
  return { name: `${inFileName(exported.book.title)} - marks.${extension}`, type, text: write(exported) }
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
    const place = [page === undefined ? undefined : `p. ${page}`, dayOf(mark)].filter(Boolean).join(', ')
    const quote = quoteOf(content)
    if (content.color) parts.push(`> ${markdown(quote)}\n>\n> — ${place}`)
    else parts.push(`${MARKS.bookmark} — ${place}${quote ? `: ${markdown(quote)}…` : ''}`)
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

const toCsv = ({ marks, chapters }: ExportedBook): string =>
  csv([
    ['Kind', 'Color', 'Page', 'Chapter', 'Text', 'Note', 'Date'],
    ...marks.map((mark) => [
      mark.content.color ? MARKS.mark : MARKS.bookmark,
      mark.content.color ? MARKS.colors[mark.content.color] : '',
      String(mark.page ?? ''),
      chapterOf(chapters, mark.page) ?? '',
      quoteOf(mark.content),
      mark.content.note,
      mark.content.createdAt,
    ]),
  ])

/** The columns that Readwise imports. It takes highlights, not bookmarks. */
const toReadwise = (exported: ExportedBook): string =>
  csv([
    ['Highlight', 'Title', 'Author', 'URL', 'Note', 'Location', 'Date'],
    ...exported.marks
      .filter(({ content }) => content.color)
      .map((mark) => [
        quoteOf(mark.content),
        exported.book.title,
        exported.book.author,
        addressOf(exported, mark.page),
        mark.content.note,
        String(mark.page ?? ''),
        mark.content.createdAt.slice(0, 19).replace('T', ' '),
      ]),
  ])

const WRITERS = {
  markdown: { extension: 'md', type: 'text/markdown;charset=utf-8', write: toMarkdown },
  csv: { extension: 'csv', type: 'text/csv;charset=utf-8', write: toCsv },
  readwise: { extension: 'readwise.csv', type: 'text/csv;charset=utf-8', write: toReadwise },
  annotations: {
    extension: 'jsonld',
    type: 'application/ld+json',
    write: (exported: ExportedBook) => `${JSON.stringify(annotationsOf(exported), null, 2)}\n`,
  },
} as const
