import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide'
import type { CSSProperties } from 'react'
import { newBooks, trendingBooks } from '#contract/calls/books.ts'
import type { Book } from '#contract/books.ts'
import type { Genre } from '#contract/shapes/genres.ts'
import { clothOf } from '#covers/palettes.ts'
import { query } from '#web/api/query.ts'
import { Cover } from '#web/books/cover.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { HOME } from '#web/messages/home.ts'
import { fanBooks } from './fan-books.ts'
import css from './hero.module.css'

const DEGREES = 12
const BLANK_GENRES: Genre[] = ['Non-fiction', 'Fantasy', 'Children', 'Adventure', 'Thriller']

/** The opening section of the home page: the site's sentence and a fan of covers on quill blue. */
export const Hero = () => (
  <section className={`on-quill ${css.hero}`}>
    <div className={`wrap ${css.split}`}>
      <div className={css.text}>
        <h1 className="d3">{HOME.sentence}</h1>
        <div>
          <p className={css.lede}>{HOME.lede}</p>
          <p className={css.actions}>
            <ButtonLink kind="strong" big to="/library" viewTransition>
              {HOME.explore}
              <Icon of={ArrowRight} pointing />
            </ButtonLink>
          </p>
        </div>
      </div>
      <Fan />
    </div>
  </section>
)

const Fan = () => {
  const trending = useQuery(query(trendingBooks)).data ?? []
  const arrivals = useQuery(query(newBooks)).data ?? []
  const books = fanBooks([...trending, ...arrivals], BLANK_GENRES.length)
  return (
    <div className={css.fan} aria-hidden="true">
      {BLANK_GENRES.map((genre, index) => (
        <span key={genre} className={css.leaf} style={{ '--turn': `${(index - 2) * DEGREES}deg` } as CSSProperties}>
          <Leaf book={books[index]} genre={genre} />
        </span>
      ))}
    </div>
  )
}

/** A cover, or a blank one while the library has too few books. On a phone the covers overlap: 320 pixels are enough. */
const Leaf = ({ book, genre }: { book: Book | undefined; genre: Genre }) => {
  if (book) return <Cover book={book} sizes="(max-width: 56rem) 7.5rem, 14rem" first />
  const { cloth, cloth2 } = clothOf(genre)
  return <span className={css.blank} style={{ '--cloth': cloth, '--cloth2': cloth2 } as CSSProperties} />
}
