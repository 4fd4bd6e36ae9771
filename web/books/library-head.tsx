import { ChevronDown } from 'lucide'
import { Suspense, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { COUNTED_HITS, LIBRARY_PAGE } from '#contract/values/books.ts'
import type { SearchSort } from '#contract/values/books.ts'
import { hasFilters } from '#contract/shapes/filters.ts'
import type { BookPage } from '#contract/books.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import { LIBRARY } from '#web/messages/library.ts'
import { BOOKS } from '#web/messages/counts.ts'
import { sortsOf } from './library-address.ts'
import type { LibraryAddress } from './library-address.ts'
import { LIBRARY_FORM } from './library-form.tsx'
import '#web/notices/follow.css'
import './library-filters.css'
import css from './library-head.module.css'
import type { Library } from './use-library.ts'
import { SIGNS } from '#web/messages/signs.ts'

interface LibraryHeadProps {
  name: string
  /** What the genre is about. */
  sentence: string | undefined
  address: LibraryAddress
  library: Library
}

/** The server renders it with the page; React keeps that until its script is loaded. */
const LibraryFilters = import.meta.env.SSR
  ? (await import('./library-filters.tsx')).LibraryFilters
  : optionalPart(async () => (await import('./library-filters.tsx')).LibraryFilters)

/** The heading of a library page, the range of books shown, the sort order and the filters. */
export const LibraryHead = ({ name, sentence, address, library }: LibraryHeadProps) => (
  <div className={`wrap ${css.head}`}>
    <div className={css.name}>
      <h1 className="d2" ref={useFocusOnPage(address.page)} dir="auto">
        {name}
      </h1>
      {sentence && <p className={css.sentence}>{sentence}</p>}
      {!address.inside && <Correction address={address} library={library} />}
    </div>
    <div className={css.side}>
      <p className={css.range} role="status">
        {!address.inside &&
          library.data &&
          !library.isPlaceholderData &&
          rangeOf(library.data, address.search !== '' || hasFilters(address.filters))}
      </p>
      {!address.inside && <SortBy address={address} />}
    </div>
    {!address.inside && (
      <Suspense fallback={<div className="library-filters" />}>
        <LibraryFilters address={address} />
      </Suspense>
    )}
  </div>
)

/** What was searched for instead of a misspelled query. */
const Correction = ({ address: { search, to }, library: { data } }: Pick<LibraryHeadProps, 'address' | 'library'>) => (
  <div role="status">
    {data?.correctedQuery && (
      <p className={css.sentence}>
        {LIBRARY.showing} <bdi>{data.correctedQuery}</bdi>
        {SIGNS.stop}
        <Link className={css.instead} to={to({ exact: true })}>
          {LIBRARY.instead(search)}
        </Link>
      </p>
    )}
  </div>
)

const rangeOf = ({ currentPage, totalBooks, books }: BookPage, searched: boolean) => {
  if (books.length === 0) return ''
  const from = (currentPage - 1) * LIBRARY_PAGE + 1
  const total = searched && totalBooks === COUNTED_HITS ? BOOKS.orMore(totalBooks) : BOOKS.books(totalBooks)
  return LIBRARY.range(from, from + books.length - 1, total)
}

const SortBy = ({ address: { search, sort, to } }: { address: LibraryAddress }) => {
  const navigate = useNavigate()
  return (
    <>
      <label className={css.sort}>
        <span>{LIBRARY.sortBy}</span>
        <span className={css.select}>
          <select
            name="sort"
            form={LIBRARY_FORM}
            value={sort}
            onChange={({ target }) => void navigate(to({ sort: target.value as SearchSort }))}
          >
            {sortsOf(search).map((one) => (
              <option key={one} value={one}>
                {LIBRARY.sorts[one]}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} />
        </span>
      </label>
      <noscript>
        {import.meta.env.SSR && (
          <Button kind="quiet" type="submit" form={LIBRARY_FORM}>
            {LIBRARY.sort}
          </Button>
        )}
      </noscript>
    </>
  )
}

/** Moves focus to the heading when the page number changes. */
const useFocusOnPage = (page: number) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(page)
  useEffect(() => {
    if (last.current === page || !heading.current) return
    last.current = page
    heading.current.tabIndex = -1
    heading.current.focus({ preventScroll: true })
  }, [page])
  return heading
}
