import { genreName } from '#web/language/genre-name.ts'
import { ArrowLeft } from 'lucide'
import { Suspense } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { FLOWS } from '#contract/values/books.ts'
import { genreNamed } from '#contract/shapes/genres.ts'
import { headerOf } from '#covers/palettes.ts'
import { RateBook } from '#web/ratings/rate-book.tsx'
import { useHasToken } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { BOOK } from '#web/messages/books.ts'
import { grouped } from '#web/messages/counts.ts'
import { AuthorLink } from './author-link.tsx'
// The styles of the details, which are in the page before their script.
import './book-details.css'
import css from './book-header.module.css'
import { Cover, useCoverMovesBack } from './cover.tsx'
import { genrePath } from './genre-path.ts'
import { LateDetails } from './late-parts.tsx'
import { useListPath } from './list-path.ts'
import { textAttributes } from './text-attributes.ts'

/** Loaded only for members. */
const loadActions = () => import('./book-actions.tsx')
const BookActions = optionalPart(async () => (await loadActions()).BookActions)
const ReadSoFar = optionalPart(async () => (await loadActions()).ReadSoFar)

/** Longer titles are set in a smaller size. */
const LONG_TITLE = 70

interface BookHeaderProps {
  book: BookDetail
  /** A link back to the list; a preview has none, nor actions and ratings. */
  back?: ReactNode
  /** Shown above the title. */
  badge?: ReactNode
  /** The book's facts, shown below its author. */
  facts: ReactNode
  /** The path of Read Now. */
  readPath: string
}

/**
 * The header of a book's page in the colours of its genre; the cover overlaps its lower edge. Read Now stands before all that
 * can become long, so that a phone shows it at once.
 */
export const BookHeader = ({ book, back, badge, facts, readPath }: BookHeaderProps) => {
  const isMember = useHasToken() && back
  const { series, language, year, isbn, licence, downloads, tags, age, contentNotes } = book
  const { comingChapter, latestChapter } = book
  useCoverMovesBack(book.image)
  return (
    <header className={css.header} style={clothStyle(book.genre)}>
      <div className={`wrap ${css.split}`}>
        <div className={css.top}>{back}</div>
        <div key={book._id} className={css.cover} data-cover-transition="">
          <Cover book={book} sizes="(max-width: 40rem) 8.5rem, 23rem" first />
        </div>
        <div className={css.text}>
          {badge}
          <h1
            className={`${book.title.length > LONG_TITLE ? 'd1' : 'd2'} ${css.title}`}
            {...textAttributes(book.title, language)}
          >
            {book.title}
          </h1>
          {book.subtitle && (
            <p className={css.subtitle} {...textAttributes(book.subtitle, language)}>
              {book.subtitle}
            </p>
          )}
          <p className={css.author} dir="auto">
            {BOOK.by} {back ? <AuthorLink name={book.author} /> : book.author}
            {book.coAuthors && <LateDetails coAuthors={book.coAuthors} />}
          </p>
          <LateDetails age={age} contentNotes={contentNotes} />
          <p className={css.read}>
            <ButtonLink kind="strong" big to={readPath} target={`read-${book._id}`}>
              {BOOK.read}
              <VisuallyHidden>{BOOK.newTab}</VisuallyHidden>
            </ButtonLink>
            {isMember && (
              <Suspense>
                <ReadSoFar book={book} />
              </Suspense>
            )}
          </p>
          {back && <RateBook book={book} />}
          {facts}
          <LateDetails
            series={series}
            language={language}
            year={year}
            isbn={isbn}
            licence={licence}
            downloads={downloads}
            tags={tags}
            comingChapter={comingChapter}
            latestChapter={latestChapter}
            pageEpubOf={book.hasPageEpub && book._id}
            kepubOf={book.hasKepub && book._id}
            paperOf={book.hasPaper && book._id}
          />
          {back && (
            <div className={css.actions}>
              {isMember && (
                <Suspense>
                  <BookActions book={book} />
                </Suspense>
              )}
            </div>
          )}
        </div>
      </div>
    </header>
  )
}

export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className={css.back} to={to} viewTransition>
    <Icon of={ArrowLeft} pointing />
    {children}
  </Link>
)

export const BackToLibrary = () => <BackLink to={useListPath('/library')}>{BOOK.back}</BackLink>

export const Facts = ({ children }: { children: ReactNode }) => <dl className={css.facts}>{children}</dl>

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/**
 * The length of a book, and its file, unless only its entry in a list is known: then its format. The answer of an earlier
 * version of the server names the bytes of the file as those of a PDF.
 */
export const FileFacts = ({
  book: { _id, format, pageCount, pdfBytes, fileBytes = pdfBytes, downloads },
}: {
  book: BookDetail
}) => (
  <>
    <Fact name={BOOK.pages}>{FLOWS[format] ? BOOK.aboutPages(grouped(pageCount)) : grouped(pageCount)}</Fact>
    {fileBytes ? (
      <LateDetails fileOf={_id} format={format} fileBytes={fileBytes} downloads={downloads} />
    ) : (
      <Fact name={BOOK.format}>{BOOK.formats[format]}</Fact>
    )}
  </>
)

export const CategoryLink = ({ genre }: { genre: string }) => {
  const known = genreNamed(genre)
  return known ? <Link to={genrePath(known)}>{genreName(genre)}</Link> : genre
}

/** Sets the colour tokens to those of a genre's cloth. */
export const clothStyle = (genre: string) => {
  const { ground, text, muted, star, button, onButton } = headerOf(genreNamed(genre) ?? 'Other')
  return {
    '--ground': ground,
    '--ink': text,
    '--quill': text,
    '--muted': muted,
    '--focus': text,
    '--star-fill': star,
    '--star-line': star,
    '--strong': button,
    '--on-strong': onButton,
  } as CSSProperties
}
