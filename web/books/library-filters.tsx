import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide'
import { useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { FacetCounts } from '#contract/books.ts'
import { listFacets } from '#contract/calls/books.ts'
import { genreNamed } from '#contract/shapes/genres.ts'
import { FILTERS, hasFilters, type FilterName, type Filters } from '#contract/shapes/filters.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { genreName } from '#web/language/genre-name.ts'
import { languageName } from '#web/language/language-name.ts'
import { LICENCE_NAMES } from '#web/messages/book-details.ts'
import { FILTER_TEXTS } from '#web/messages/library-filters.ts'
import { FollowPlace } from '#web/notices/follow-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { LibraryAddress } from './library-address.ts'
import { KeptInForm, LIBRARY_FORM } from './library-form.tsx'
import { facetsQuery } from './use-library.ts'

/**
 * A button that opens the filters of the library, and beside it those that are chosen. It is a form that a browser without
 * scripts sends to this address.
 */
export const LibraryFilters = ({ address }: { address: LibraryAddress }) => {
  const [isOpen, setOpen] = useState(address.showsFilters)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  return (
    <form id={LIBRARY_FORM} className="library-filters">
      <KeptInForm address={address} names={isOpen ? ['query', 'exact'] : ['query', 'exact', ...FILTERS]} />
      <button
        ref={button}
        type="submit"
        {...(!isOpen && { name: 'filters', value: 'open' })}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={(event) => {
          event.preventDefault()
          setOpen(!isOpen)
        }}
      >
        {FILTER_TEXTS.title}
        <Icon of={ChevronDown} />
      </button>
      <Followable address={address} />
      <div id={id} className="filter-choices" hidden={!isOpen} role="group" aria-label={FILTER_TEXTS.title}>
        {isOpen && <Choices address={address} />}
      </div>
      {/* The link that is followed disappears with its filter. */}
      <Chosen address={address} onRemove={() => button.current?.focus()} />
    </form>
  )
}

/** The books of a genre or of a tag can be followed; what else is chosen can not. */
const Followable = ({ address: { genre, search, filters } }: { address: LibraryAddress }) => {
  const known = genreNamed(genre ?? '')
  const { tag, ...others } = filters
  if (search || hasFilters(others) || (known && tag)) return null
  if (known) return <FollowPlace key={known} kind="genre" id={known} name={genreName(known)} />
  return tag === undefined ? null : <FollowPlace key={tag} kind="tag" id={tag} name={tag} />
}

const Choices = ({ address }: { address: LibraryAddress }) => {
  const facets = useQuery({ ...facetsQuery(address), placeholderData: keepPreviousData })
  const isHydrated = useHydrated()
  return (
    <>
      {facets.isError && (
        <ErrorNotice message={errorMessage(facets.error, listFacets)} onRetry={() => void facets.refetch()} />
      )}
      {FILTERS.map((name) => (
        <Choice key={name} name={name} address={address} counts={facets.data?.[name]} />
      ))}
      {!isHydrated && <Button type="submit">{FILTER_TEXTS.apply}</Button>}
    </>
  )
}

interface ChoiceProps {
  name: FilterName
  address: LibraryAddress
  counts: FacetCounts | undefined
}

const Choice = ({ name, address: { filters, to }, counts }: ChoiceProps) => {
  const navigate = useNavigate()
  const chosen = filters[name]
  const { isExact = true, values = [] } = counts ?? {}
  const isListed = chosen === undefined || values.some(({ value }) => value === chosen)
  const choose = (value: string) =>
    void navigate(to({ filters: withValue(filters, name, value) }), { preventScrollReset: true })
  return (
    <label>
      {FILTER_TEXTS.names[name]}
      <span className="filter-select">
        <select name={name} value={chosen ?? ''} onChange={({ target }) => choose(target.value)}>
          <option value="">{FILTER_TEXTS.any}</option>
          {!isListed && <option value={chosen}>{nameOf(name, chosen)}</option>}
          {values.map(({ value, count }) => (
            <option key={value} value={value}>
              {FILTER_TEXTS.counted(nameOf(name, value), count, isExact)}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} />
      </span>
    </label>
  )
}

interface ChosenProps {
  address: LibraryAddress
  onRemove: () => void
}

const Chosen = ({ address: { filters, to }, onRemove }: ChosenProps) => {
  const chosen = FILTERS.flatMap((name) => {
    const value = filters[name]
    return value === undefined
      ? []
      : [{ name, text: FILTER_TEXTS.chosenValue(FILTER_TEXTS.names[name], nameOf(name, value)) }]
  })
  if (chosen.length === 0) return null
  return (
    <ul className="filters-chosen" aria-label={FILTER_TEXTS.chosen}>
      {chosen.map(({ name, text }) => (
        <li key={name}>
          <Link
            to={to({ filters: withValue(filters, name, '') })}
            preventScrollReset
            aria-label={FILTER_TEXTS.remove(text)}
            // The names of rare languages differ between the server and browsers.
            suppressHydrationWarning
            onClick={onRemove}
          >
            {text}
            <Icon of={X} />
          </Link>
        </li>
      ))}
      <li>
        <Link to={to({ filters: {} })} preventScrollReset onClick={onRemove}>
          {FILTER_TEXTS.clear}
        </Link>
      </li>
    </ul>
  )
}

/** An empty value takes the filter away. */
const withValue = ({ ...filters }: Filters, name: FilterName, value: string): Filters => {
  const { [name]: _, ...others } = filters
  return value === '' ? others : { ...others, [name]: value }
}

// A server that is newer than the page may know more.
const NAMES: { [name in FilterName]?: Record<string, string> } = { licence: LICENCE_NAMES, access: FILTER_TEXTS.access }

const nameOf = (name: FilterName, value: string): string => {
  if (name === 'language') return languageName(value)
  if (name === 'age') return FILTER_TEXTS.age(value)
  return NAMES[name]?.[value] ?? value
}
