import type { BookDetail } from '#contract/books.ts'
import { licenceUrl } from '#contract/shapes/detail-fields.ts'
import { Head } from '#web/document/head.tsx'
import { useSite } from '#web/document/site.tsx'
import { BOOK } from '#web/messages/books.ts'
import { authorPath } from './author-path.ts'
import { structuredAccessibility } from './structured-accessibility.ts'

const DESCRIPTION_MAX = 160

/** The book's metadata for search engines and shared links. */
export const StructuredBook = ({ book }: { book: BookDetail }) => {
  const { origin } = useSite()
  const path = `/books/${book._id}`
  return (
    <Head
      title={BOOK.titled(book.title, book.author)}
      description={cut(book.caption)}
      path={path}
      image={book.image}
      type="book"
      structured={import.meta.env.SSR ? structured(book, origin) : undefined}
    />
  )
}

const ENCODINGS = { pdf: 'application/pdf', epub: 'application/epub+zip' }

/** What its author says of it. */
const said = ({ subtitle, language, isbn, licence, tags, series, age, contentNotes }: BookDetail, origin: string) => ({
  ...(subtitle && { alternativeHeadline: subtitle }),
  ...(language && { inLanguage: language }),
  ...(isbn && { isbn }),
  ...(licence && licenceUrl(licence) && { license: licenceUrl(licence) }),
  ...(tags && { keywords: tags.join(', ') }),
  ...(series && {
    isPartOf: { '@type': 'BookSeries', name: series.name, url: `${origin}/series/${series._id}` },
    position: series.number,
  }),
  ...(age !== undefined && { typicalAgeRange: `${age}-` }),
  ...(contentNotes && { contentRating: contentNotes }),
})

const person = ({ name, hasPage }: { name: string; hasPage: boolean }, origin: string) => ({
  '@type': 'Person',
  name,
  ...(hasPage && { url: origin + authorPath(name) }),
})

/** One author, or a list with the co-authors. */
const authorsOf = ({ author, coAuthors }: BookDetail, origin: string) => {
  const first = person({ name: author, hasPage: true }, origin)
  return coAuthors ? [first, ...coAuthors.map((one) => person(one, origin))] : first
}

const structured = (book: BookDetail, origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Book',
  name: book.title,
  author: authorsOf(book, origin),
  description: book.caption,
  genre: book.genre,
  numberOfPages: book.pageCount,
  image: origin + book.image,
  url: `${origin}/books/${book._id}`,
  datePublished: book.year === undefined ? book.createdAt : String(book.year).padStart(4, '0'),
  isAccessibleForFree: true,
  bookFormat: 'https://schema.org/EBook',
  encodingFormat: ENCODINGS[book.format],
  ...said(book, origin),
  ...(book.accessibility && structuredAccessibility(book.accessibility)),
  ...(book.ratingCount > 0 && {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: Number(book.Rating.toFixed(1)),
      ratingCount: book.ratingCount,
      bestRating: 5,
      worstRating: 1,
    },
  }),
})

const cut = (caption: string) => {
  const line = caption.replace(/\s+/g, ' ')
  const letters = [...line]
  return letters.length <= DESCRIPTION_MAX
    ? line
    : `${letters
        .slice(0, DESCRIPTION_MAX - 1)
        .join('')
        .trimEnd()}…`
}
