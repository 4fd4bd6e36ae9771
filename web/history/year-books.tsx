import { readTime } from '#web/language/durations.ts'
import { Link } from 'react-router'
import type { History } from '#contract/reading.ts'
import { HISTORY } from '#web/messages/history.ts'
import css from './history.module.css'
import { dayName, monthName } from './month-names.ts'
import { SIGNS } from '#web/messages/signs.ts'

type ReadBook = Pick<History['longest'][number], '_id' | 'title' | 'author'>

/** The books that were finished, by month. */
export const FinishedBooks = ({ finished }: Pick<History, 'finished'>) => (
  <section className={css.part} aria-labelledby="finished">
    <h2 id="finished">{HISTORY.finished}</h2>
    {[...Map.groupBy(finished, ({ day }) => Number(day.slice(5, 7)))].map(([month, books]) => (
      <section key={month} aria-labelledby={`finished-${month}`}>
        <h3 id={`finished-${month}`}>{monthName(month)}</h3>
        <ul className={css.books}>
          {books.map(({ day, ...book }) => (
            <li key={book._id}>
              <Title book={book} />
              <span>{dayName(day)}</span>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </section>
)

/** The books with the most time. */
export const LongestBooks = ({ longest }: Pick<History, 'longest'>) => (
  <section className={css.part} aria-labelledby="longest">
    <h2 id="longest">{HISTORY.longest}</h2>
    <ol className={css.books}>
      {longest.map(({ seconds, pages, ...book }) => (
        <li key={book._id}>
          <Title book={book} />
          <span>
            {readTime(seconds)}
            {SIGNS.comma}
            {HISTORY.pages(pages)}
          </span>
        </li>
      ))}
    </ol>
  </section>
)

const Title = ({ book: { _id, title, author } }: { book: ReadBook }) =>
  title === null ? (
    <span className="muted">{HISTORY.goneBook}</span>
  ) : (
    <span>
      <Link to={`/book/${_id}`} dir="auto">
        {title}
      </Link>{' '}
      <bdi>{author}</bdi>
    </span>
  )
