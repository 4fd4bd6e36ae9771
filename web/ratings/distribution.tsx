import { Star } from 'lucide'
import type { CSSProperties } from 'react'
import type { BookDetail } from '#contract/books.ts'
import { Drawing } from '#web/ui/icon.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { RATING } from '#web/messages/books.ts'
import { grouped, decimal } from '#web/messages/counts.ts'
import css from './distribution.module.css'
import { SIGNS } from '#web/messages/signs.ts'

/** The average rating, the number of ratings, and a bar for each number of stars. */
export const Distribution = ({ book: { Rating: average, ratingCount, ratings } }: { book: BookDetail }) => (
  <section className={css.ratings} aria-labelledby="ratings">
    <VisuallyHidden>
      <h2 id="ratings">{RATING.heading}</h2>
    </VisuallyHidden>
    <p className={css.average}>
      <b>{ratingCount > 0 ? decimal(average) : '–'}</b>
      <span>
        {ratingCount > 0 ? RATING.average : RATING.none}
        <br />
        {ratingCount > 0 ? RATING.count(ratingCount) : RATING.noneText}
      </span>
    </p>
    <ol className={css.bars}>
      {ratings.map((votes, index) => <Bar key={index} stars={index + 1} votes={votes} of={ratingCount} />).reverse()}
    </ol>
  </section>
)

const Bar = ({ stars, votes, of }: { stars: number; votes: number; of: number }) => (
  <li>
    <span className={css.stars}>
      <VisuallyHidden>{RATING.stars(stars) + SIGNS.colon}</VisuallyHidden>
      <span aria-hidden="true">{stars}</span>
      <Drawing of={Star} />
    </span>
    <i style={{ '--share': of > 0 ? votes / of : 0 } as CSSProperties} />
    <span className={css.votes}>{grouped(votes)}</span>
  </li>
)
