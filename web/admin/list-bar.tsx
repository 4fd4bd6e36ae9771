import { Search, X } from 'lucide'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { QUERY_MAX } from '#contract/calls/books.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import type { ListAddress } from './list-address.ts'
import css from './list-bar.module.css'

interface ListBarProps<Sort extends string, Status extends string> {
  address: ListAddress<Sort, Status>
  search: { label: string; hint: string }
  sorts: Readonly<Record<Sort, string>>
  status?: { label: string; options: Readonly<Record<Status | '', string>> }
}

/** Search, filter and order of a list, stored in its address. */
export const ListBar = <Sort extends string, Status extends string = never>({
  address,
  search,
  sorts,
  status,
}: ListBarProps<Sort, Status>) => {
  const navigate = useNavigate()
  return (
    <div className={css.bar}>
      <SearchForm
        key={address.words}
        words={address.words}
        {...search}
        onSearch={(words) => void navigate(address.to({ words }))}
      />
      {status && (
        <Choice
          label={status.label}
          value={address.status}
          options={status.options}
          onChoose={(chosen) => void navigate(address.to({ status: chosen }))}
        />
      )}
      <Choice
        label={ADMIN.sortBy}
        value={address.sort}
        options={sorts}
        onChoose={(sort) => void navigate(address.to({ sort }))}
      />
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
  const [text, setText] = useState(words)
  return (
    <form
      role="search"
      aria-label={label}
      className={css.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <IconButton type="submit" label={ADMIN.search}>
        <Icon of={Search} />
      </IconButton>
      <input
        type="search"
        dir="auto"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={QUERY_MAX}
        aria-label={label}
        placeholder={hint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {words && (
        <IconButton label={ADMIN.clear} onClick={() => onSearch('')}>
          <Icon of={X} />
        </IconButton>
      )}
    </form>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: Readonly<Record<T, string>>
  onChoose: (value: T) => void
}

const Choice = <T extends string>({ label, value, options, onChoose }: ChoiceProps<T>) => (
  <label className={css.choice}>
    <span>{label}</span>
    <select value={value} onChange={(event) => onChoose(event.target.value as T)}>
      {(Object.entries(options) as [T, string][]).map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  </label>
)
