import type { BookDetail } from '#contract/books.ts'
import { licenceUrl } from '#contract/detail-fields.ts'
import { DETAILS, languageName, LICENCE_NAMES } from '#web/messages/book-details.ts'

/** What the author says of a book: its series and other facts, its tags, and what readers may want to know before. */
export const BookDetails = ({ book }: { book: BookDetail }) => (
  <>
    <Facts book={book} />
    {book.tags && (
      <ul className="book-tags" aria-label={DETAILS.tags}>
        {book.tags.map((tag) => (
          <li key={tag} dir="auto">
            {tag}
          </li>
        ))}
      </ul>
    )}
    {(book.age !== undefined || book.contentNotes) && (
      <div className="book-notice" role="note" aria-label={DETAILS.notice}>
        {book.age !== undefined && <p>{DETAILS.from(book.age)}</p>}
        {book.contentNotes && <p dir="auto">{book.contentNotes}</p>}
      </div>
    )}
  </>
)

const Facts = ({ book: { series, language, year, isbn, licence } }: { book: BookDetail }) => {
  const facts = [
    series && { name: DETAILS.series, value: series.number === undefined ? series.name : DETAILS.inSeries(series) },
    // The names of rare languages differ between the server and browsers.
    language && { name: DETAILS.language, value: <span suppressHydrationWarning>{languageName(language)}</span> },
    year && { name: DETAILS.published, value: year },
    isbn && { name: DETAILS.isbn, value: isbn },
    licence && { name: DETAILS.licence, value: <Licence licence={licence} /> },
  ].filter((fact) => typeof fact === 'object')
  if (facts.length === 0) return null
  return (
    <dl className="book-details">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Licence = ({ licence }: { licence: NonNullable<BookDetail['licence']> }) => {
  const url = licenceUrl(licence)
  const marks = licence.split('-').slice(1)
  if (!url) return LICENCE_NAMES[licence]
  return (
    <a href={url} rel="license noopener">
      <span className="book-marks" aria-hidden="true">
        {(licence === 'cc0' ? ['cc', '0'] : ['cc', ...marks]).map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </span>
      {LICENCE_NAMES[licence]}
    </a>
  )
}
