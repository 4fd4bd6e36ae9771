import { genreName } from '#web/language/genre-name.ts'
import { Star } from 'lucide'
import { useRef } from 'react'
import type { ReactNode, Ref } from 'react'
import type { Book } from '#contract/books.ts'
import { clothStyle } from '#web/books/book-header.tsx'
import { Cover, startCoverTransition } from '#web/books/cover.tsx'
import { textAttributes } from '#web/books/text-attributes.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Drawing } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { SHOWCASE } from '#web/messages/showcase.ts'
import css from './showcase-card.module.css'
import { SIGNS } from '#web/messages/signs.ts'

const STAR = '★'

interface ShowcaseCardProps {
  book: Book
  figures: string
  /** On a panel in its genre's colours, with the text beside the cover. */
  wide?: boolean
}

export const ShowcaseCard = ({ book, figures, wide = false }: ShowcaseCardProps) => {
  const cover = useRef<HTMLSpanElement>(null)
  return (
    <Card
      wide={wide}
      genre={book.genre}
      cover={<Cover book={book} sizes="(max-width: 47.9rem) 45vw, 16rem" />}
      ref={cover}
    >
      <h3 className={css.title} {...textAttributes(book.title)}>
        {book.title}
      </h3>
      <p className={css.genre}>{genreName(book.genre)}</p>
      <Figures text={figures} />
      <ButtonLink
        kind={wide ? 'strong' : 'plain'}
        className={css.read}
        to={`/book/${book._id}`}
        viewTransition
        onClick={() => startCoverTransition(cover.current, book.image)}
      >
        <span>
          {SHOWCASE.read}
          <VisuallyHidden>{SIGNS.colon + book.title}</VisuallyHidden>
        </span>
      </ButtonLink>
    </Card>
  )
}

/** Replaces the star at the end with an icon, because our fonts have no such glyph. */
const Figures = ({ text }: { text: string }) => {
  const [figures, rest] = text.split(STAR)
  return (
    <p className={css.figures}>
      {figures}
      {rest !== undefined && (
        <>
          <Drawing of={Star} />
          <VisuallyHidden>{STAR}</VisuallyHidden>
        </>
      )}
    </p>
  )
}

/** Shown in place of a trending book while there is none. */
export const PlaceholderCard = () => (
  <Card cover={<span className={css.blank} />}>
    <h3 className={css.title}>{SHOWCASE.placeholder.title}</h3>
    <p className={css.genre}>{SHOWCASE.placeholder.genre}</p>
    <p className={css.figures}>{SHOWCASE.placeholder.reads}</p>
    <Button className={css.read} disabled>
      {SHOWCASE.read}
    </Button>
  </Card>
)

/** The skeleton of a card, as high as the highest card. */
export const CardSkeleton = ({ wide = false }: { wide?: boolean | undefined }) => (
  <li className={classNames(css.card, wide && css.wide, css.skeleton)}>
    <span className={css.stand}>
      <Skeleton aspectRatio="2 / 3" />
    </span>
    <div className={css.words}>
      <Skeleton width="80%" height="1.1rem" />
      <Skeleton width="55%" height="0.9rem" />
    </div>
  </li>
)

interface CardProps {
  wide?: boolean
  genre?: string
  cover: ReactNode
  children: ReactNode
  ref?: Ref<HTMLSpanElement>
}

const Card = ({ wide = false, genre = '', cover, children, ref }: CardProps) => (
  <li className={classNames(css.card, wide && css.wide)} style={wide ? clothStyle(genre) : undefined}>
    <span className={css.stand}>
      <span className={css.cover} ref={ref}>
        {cover}
      </span>
    </span>
    <div className={css.words}>{children}</div>
  </li>
)
