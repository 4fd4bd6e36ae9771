import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { COUNTED_HITS } from '#contract/values/books.ts'
import { PAGE_HITS } from '#contract/values/search-inside.ts'
import { searchInside } from '#contract/calls/search-inside.ts'
import { hashOfPlace } from '#contract/shapes/place-address.ts'
import type { Place } from '#contract/shapes/place.ts'
import type { PageHit, Snippet } from '#contract/search-inside.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { query } from '#web/api/query.ts'
import { Pager } from '#web/ui/pager.tsx'
import { INSIDE } from '#web/messages/search-inside.ts'
import { Cover } from './cover.tsx'
import css from './inside-results.module.css'
import type { LibraryAddress } from './library-address.ts'
import { MarkedText } from './marked-text.tsx'
import { textAttributes } from './text-attributes.ts'

/** The pages of books that have the words of a search. */
export const InsideResults = ({ address: { search, page, to } }: { address: LibraryAddress }) => {
  const found = useQuery(query(searchInside, { query: { query: search, page } }))
  return (
    <Loaded query={found} call={searchInside} loading={INSIDE.loading}>
      {({ total, hits }) => (
        <>
          <p role="status" className={css.found}>
            {total === 0 ? INSIDE.none : INSIDE.found(total, total === COUNTED_HITS)}
          </p>
          <ul className={css.hits}>
            {hits.map((hit) => (
              <Hit key={`${hit.book._id} ${hit.page}`} hit={hit} />
            ))}
          </ul>
          <Pager
            page={page}
            totalPages={Math.ceil(total / PAGE_HITS)}
            to={(number) => to({ page: number })}
            label={INSIDE.pages}
          />
        </>
      )}
    </Loaded>
  )
}

const Hit = ({ hit: { book, page, snippet } }: { hit: PageHit }) => (
  <li className={css.hit}>
    <span className={css.cover}>
      <Cover book={book} sizes="3.5rem" />
    </span>
    <div className={css.words}>
      <h2 className={css.title} {...textAttributes(book.title)}>
        <Link to={readerPath(book._id, { page }, snippet)} target={`read-${book._id}`}>
          {book.title} <span className={css.page}>{INSIDE.page(page)}</span>
        </Link>
      </h2>
      <p className="muted" dir="auto">
        {book.author}
      </p>
      <p className={css.snippet} {...textAttributes(snippet.text)}>
        <MarkedText {...snippet} />
      </p>
    </div>
  </li>
)

/** Opens the reader on the page, which finds the words as they are written there. */
const readerPath = (id: string, place: Place, { text, ranges }: Snippet) => {
  const words = new Set(ranges.map(({ start, end }) => text.slice(start, end)))
  return `/read/${id}?${new URLSearchParams([...words].map((word) => ['find', word]))}${hashOfPlace(place)}`
}
