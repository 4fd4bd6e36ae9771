import { ArrowLeft } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { genreNamed } from '#contract/genres.ts'
import { headerOf } from '#covers/palettes.ts'
import { RateBook } from '#web/ratings/rate-book.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { BOOK } from '#web/words/books.ts'
import css from './book-header.module.css'
import { Cover } from './cover.tsx'
import { genrePath } from './genre-path.ts'
import { written } from './written.ts'

/** The head of a book's page in its genre's cloth; the cover hangs over its edge. */
export const BookHeader = ({ book }: { book: BookDetail }) => (
  <header className={css.header} style={clothFor(book.genre)}>
    <div className={`wrap ${css.split}`}>
      <BackToLibrary />
      <div className={css.cover}>
        <Cover book={book} sizes="(max-width: 56rem) 13.5rem, 23rem" first />
      </div>
      <div className={css.say}>
        <h1 className={`d2 ${css.title}`} {...written(book.title)}>
          {book.title}
        </h1>
        <p className={css.author} dir="auto">
          {BOOK.by(book.author)}
        </p>
        <dl className={css.facts}>
          <Fact name={BOOK.category}>
            <CategoryLink genre={book.genre} />
          </Fact>
          <Fact name={BOOK.pages}>{book.pageCount.toLocaleString('en')}</Fact>
          <Fact name={BOOK.views}>{book.views.toLocaleString('en')}</Fact>
        </dl>
        <p className={css.read}>
          <ButtonLink kind="strong" big to={`/read/${book._id}`} target="_blank">
            {BOOK.read}
            <VisuallyHidden>{BOOK.newTab}</VisuallyHidden>
          </ButtonLink>
        </p>
        <RateBook book={book} />
      </div>
    </div>
  </header>
)

export const BackToLibrary = () => (
  <Link className={css.back} to="/library" viewTransition>
    <Icon of={ArrowLeft} />
    {BOOK.back}
  </Link>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const CategoryLink = ({ genre }: { genre: string }) => {
  const known = genreNamed(genre)
  return known ? <Link to={genrePath(known)}>{genre}</Link> : genre
}

const clothFor = (genre: string) => {
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
