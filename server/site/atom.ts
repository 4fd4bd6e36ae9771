import type { Book } from '#contract/books.ts'
import { escapeMarkup } from '#server/platform/escape-markup.ts'
import { element, link } from './xml.ts'

export interface Feed {
  title: string
  /** The page whose books these are; all paths are without the origin. */
  page: string
  /** Its own address. */
  self: string
  /** In the order of the feed; `updatedAt` is when readers last got something new of a book. */
  books: (Book & { updatedAt: string })[]
  bookPath: (id: string) => string
}

/** A feed without books has to name a time too, which must not make it another document each time. */
export const NEVER = '1970-01-01T00:00:00.000Z'

/** Atom, as RFC 4287 has it. */
export const atomOf = (origin: string, siteName: string, { title, page, self, books, bookPath }: Feed): string => {
  const entries = books.map(({ _id, title, author, caption, genre, createdAt, updatedAt }) => {
    const words = [
      element('id', `urn:uuid:${_id}`),
      element('title', title),
      `<author>${element('name', author)}</author>`,
      element('published', createdAt),
      element('updated', updatedAt),
      link('alternate', 'text/html', origin + bookPath(_id)),
      `<category term="${escapeMarkup(genre)}"/>`,
      element('summary', caption),
    ]
    return `<entry>\n${words.join('\n')}\n</entry>`
  })
  const updated = books.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), NEVER)
  const head = [
    element('id', origin + self),
    element('title', title),
    element('updated', updated),
    `<author>${element('name', siteName)}</author>`,
    link('self', 'application/atom+xml', origin + self),
    link('alternate', 'text/html', origin + page),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
${[...head, ...entries].join('\n')}
</feed>
`
}
