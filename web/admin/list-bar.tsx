import { Search, X } from 'lucide'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { ADMIN_QUERY_MAX } from '#contract/values/admin.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useSearchText } from '#web/ui/use-search-text.ts'
import { ADMIN } from '#web/messages/admin.ts'
import type { ListAddress } from './list-address.ts'
import css from './list-bar.module.css'

type Options = readonly (readonly [value: string, words: string])[]

interface ListBarProps<Sort extends string, Filter extends string> {
  address: ListAddress<Sort, Filter>
  search: { label: string; hint: string }
  /** The orders to choose from; none for a list with one order. */
  sorts?: Readonly<Partial<Record<Sort, string>>>
  filters?: readonly { name: Filter; label: string; options: Options }[]
}

/** Search, filters and order of a list, stored in its address. */
export const ListBar = <Sort extends string, Filter extends string = never>({
  address,
  search,
  sorts,
  filters = [],
}: ListBarProps<Sort, Filter>) => {
  const navigate = useNavigate()
  return (
    <div className={css.bar}>
      <SearchForm words={address.words} {...search} onSearch={(words) => void navigate(address.to({ words }))} />
      {filters.map(({ name, label, options }) => (
        <Choice
          key={name}
          label={label}
          value={address.filters[name]}
          options={options}
          onChoose={(chosen) => void navigate(address.to({ filters: { ...address.filters, [name]: chosen } }))}
        />
      ))}
      {sorts && (
        <Choice
          label={ADMIN.sortBy}
          value={address.sort}
          options={Object.entries<string | undefined>(sorts).map(([sort, words = '']) => [sort, words])}
          onChoose={(sort) => void navigate(address.to({ sort: sort as Sort }))}
        />
      )}
    </div>
  )
}

interface SearchFormProps {
  words: string
  label: string
  hint: string
  onSearch: (words: string) => void
}

const SearchForm = ({ words, label, hint, onSearch }: SearchFormProps) => {
  const [text, setText, sentRef] = useSearchText(words)
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      role="search"
      aria-label={label}
      className={css.search}
      onSubmit={(event) => {
        event.preventDefault()
        sentRef.current = text.trim()
        onSearch(sentRef.current)
      }}
    >
      <IconButton type="submit" label={ADMIN.search}>
        <Icon of={Search} />
      </IconButton>
      <input
        ref={field}
        type="search"
        dir="auto"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={ADMIN_QUERY_MAX}
        aria-label={label}
        placeholder={hint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {words && (
        <IconButton
          label={ADMIN.clear}
          onClick={() => {
            // The button is gone then.
            field.current?.focus()
            onSearch('')
          }}
        >
          <Icon of={X} />
        </IconButton>
      )}
    </form>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: Options
  onChoose: (value: string) => void
}

const Choice = ({ label, value, options, onChoose }: ChoiceProps) => (
  <label className={css.choice}>
    <span>{label}</span>
    <select value={value} onChange={(event) => onChoose(event.target.value)}>
      {options.map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  </label>
)
