import { Fragment } from 'react'
import { Link } from 'react-router'
import type { BookDetails as Said } from '#contract/shapes/book-details.ts'
import type { BookDetail, DatedChapter } from '#contract/books.ts'
import { licenceUrl, tagKey } from '#contract/shapes/detail-fields.ts'
import type { Filters } from '#contract/shapes/filters.ts'
import { languageName } from '#web/language/language-name.ts'
import { DETAILS, DOWNLOAD_NAMES, LICENCE_NAMES } from '#web/messages/book-details.ts'
import { megabytes } from '#web/messages/counts.ts'
import { BOOK } from '#web/messages/books.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { useHasToken } from '#web/session/use-session.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { AuthorLink } from './author-link.tsx'
import { FileButton } from './file-button.tsx'
import { LANGUAGE } from '#web/messages/language.ts'
import { betweenOf } from '#web/language/lists.ts'

/** With the id of the book where an EPUB made of its pages, or a PDF for paper, is offered. */
type Shown = Omit<Said, 'subtitle'> &
  Pick<BookDetail, 'comingChapter' | 'latestChapter'> & {
    pageEpubOf?: string | false | undefined
    kepubOf?: string | false | undefined
    paperOf?: string | false | undefined
  }

/** With the id of the book where its file is the fact that is shown. */
type LateDetailsProps = Shown &
  Pick<BookDetail, 'coAuthors'> &
  Partial<Pick<BookDetail, 'format' | 'fileBytes'>> & { fileOf?: string }

/**
 * The parts of the header of a book's page that are in one script, which is loaded after the page: the co-authors behind the
 * author's name, or the fact of its file, if they are given, or what the author says of the book.
 */
export const BookDetails = ({ coAuthors, fileOf, format = 'pdf', fileBytes = 0, ...book }: LateDetailsProps) =>
  coAuthors ? (
    <CoAuthors coAuthors={coAuthors} />
  ) : fileOf ? (
    <FileFact id={fileOf} format={format} bytes={fileBytes} isOffered={book.downloads !== 'none'} />
  ) : (
    <Details book={book} />
  )

interface FileFactProps {
  id: string
  format: BookDetail['format']
  bytes: number
  isOffered: boolean
}

/**
 * Its format and how large it is. Members save it where that is offered, and everybody where the library is open to everyone:
 * by a plain link, which needs no script.
 */
const FileFact = ({ id, format, bytes, isOffered }: FileFactProps) => {
  const isMember = useHasToken()
  const isOpen = useSiteSettings().libraryAccess === 'everyone'
  const name = DETAILS.file(format.toUpperCase(), megabytes(bytes))
  const maySave = isOffered && (isMember || isOpen)
  return (
    <div>
      <dt>{maySave ? DETAILS.download : BOOK.format}</dt>
      <dd>
        {!maySave && name}
        {maySave && isMember && <FileButton id={id} link="downloadUrl" name={name} />}
        {maySave && !isMember && <FileLink file={`${id}.${format}`} name={name} />}
      </dd>
    </div>
  )
}

/** Saves a file without scripts, at the address that reading apps use too. */
const FileLink = ({ file, name }: { file: string; name: string }) => (
  <a className="file-button" href={`/opds/get/${file}`} aria-label={DETAILS.save(name)} rel="nofollow">
    {name}
  </a>
)

/** ', B and C', each with a link to their page. */
const CoAuthors = ({ coAuthors }: Required<Pick<BookDetail, 'coAuthors'>>) => {
  const between = betweenOf(coAuthors.length + 1)
  return coAuthors.map(({ name, hasPage }, i) => (
    <Fragment key={name}>
      {between[i]}
      <bdi>{hasPage ? <AuthorLink name={name} /> : name}</bdi>
    </Fragment>
  ))
}

/** Its series and other facts, its tags, and what readers may want to know before. */
const Details = ({ book }: { book: Shown }) => (
  <>
    <Facts book={book} />
    {book.tags && (
      <ul className="book-tags" aria-label={DETAILS.tags}>
        {book.tags.map((tag) => (
          <li key={tag} dir="auto">
            <Link to={libraryWith({ tag: tagKey(tag) })}>{tag}</Link>
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

const Facts = ({ book }: { book: Shown }) => {
  const {
    series,
    language,
    year,
    isbn,
    licence,
    downloads,
    pageEpubOf,
    kepubOf,
    paperOf,
    comingChapter,
    latestChapter,
  } = book
  const facts = [
    latestChapter && { name: DETAILS.latestChapter, value: <Chapter chapter={latestChapter} on="·" /> },
    comingChapter && { name: DETAILS.nextChapter, value: <Chapter chapter={comingChapter} on={DETAILS.coming} /> },
    series && {
      name: DETAILS.series,
      value: (
        <Link to={`/series/${series._id}`}>{series.number === undefined ? series.name : DETAILS.inSeries(series)}</Link>
      ),
    },
    // The names of rare languages differ between the server and browsers.
    language && { name: DETAILS.language, value: <Language language={language} /> },
    year && { name: DETAILS.published, value: year },
    isbn && { name: DETAILS.isbn, value: isbn },
    licence && { name: DETAILS.licence, value: <Licence licence={licence} /> },
    downloads === 'none' && { name: DETAILS.downloads, value: DOWNLOAD_NAMES.none },
    pageEpubOf && { name: DETAILS.downloads, value: <Made id={pageEpubOf} link="epubUrl" name={DETAILS.pageEpub} /> },
    kepubOf && { name: DETAILS.kobo, value: <Made id={kepubOf} link="kepubUrl" name={DETAILS.kepub} /> },
    paperOf && { name: DETAILS.paper, value: <Made id={paperOf} link="paperUrl" name={DETAILS.paperFile} /> },
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

/** What the address of a file ends with that visitors may save too. */
const ENDS = { epubUrl: 'epub', kepubUrl: 'kepub', paperUrl: undefined }

/** Visitors see that it is there, and where the library is open to everyone they save it by a plain link, as on a Kobo. */
const Made = ({ id, link, name }: { id: string; link: keyof typeof ENDS; name: string }) => {
  const isMember = useHasToken()
  const isOpen = useSiteSettings().libraryAccess === 'everyone'
  if (isMember) return <FileButton id={id} link={link} name={name} />
  const end = ENDS[link]
  return isOpen && end ? <FileLink file={`${id}.${end}`} name={name} /> : name
}

/** The day is that of the reader, which the server doesn't know. */
const Chapter = ({ chapter: { title, at }, on }: { chapter: DatedChapter; on: string }) => {
  const timeZone = useHydrated() ? undefined : 'UTC'
  const day = new Intl.DateTimeFormat(LANGUAGE.locale, { dateStyle: 'long', timeZone }).format(new Date(at))
  return (
    <>
      <bdi>{title}</bdi> {on} <time dateTime={at}>{day}</time>
    </>
  )
}

/** A link to the books in it, of whatever region. */
const Language = ({ language }: { language: string }) => (
  <Link to={libraryWith({ language: language.split('-', 1).join() })}>
    <span suppressHydrationWarning>{languageName(language)}</span>
  </Link>
)

const libraryWith = (filters: Filters) => `/library?${new URLSearchParams({ ...filters })}`

const Licence = ({ licence }: { licence: NonNullable<Said['licence']> }) => {
  const url = licenceUrl(licence)
  const marks = licence.split('-').slice(1)
  const others = libraryWith({ licence })
  if (!url) return <Link to={others}>{LICENCE_NAMES[licence]}</Link>
  return (
    <>
      <a href={url} rel="license noopener">
        <span className="book-marks" aria-hidden="true">
          {(licence === 'cc0' ? ['cc', '0'] : ['cc', ...marks]).map((mark) => (
            <span key={mark}>{mark}</span>
          ))}
        </span>
        {LICENCE_NAMES[licence]}
      </a>{' '}
      <Link to={others}>{DETAILS.sameLicence}</Link>
    </>
  )
}
