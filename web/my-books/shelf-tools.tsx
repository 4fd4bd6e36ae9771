import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { QUERY_MAX } from '#contract/values/books.ts'
import type { BookOrder } from '#contract/values/shelves.ts'
import { MY_BOOKS } from '#web/messages/shelves.ts'
import { Options, SelectField, TextField } from '#web/ui/text-field.tsx'
import { useSearchText } from '#web/ui/use-search-text.ts'
import css from './my-books.module.css'
import type { ShelfAddress } from './shelf-address.ts'

interface ShelfToolsProps {
  address: ShelfAddress
  /** The orders that this shelf has. */
  orders: readonly BookOrder[]
  children?: ReactNode
}

/** The search within a shelf or a list, and its order. */
export const ShelfTools = ({ address: { words, sort, to }, orders, children }: ShelfToolsProps) => {
  const [text, setText, sentRef] = useSearchText(words)
  const navigate = useNavigate()
  const chosen = orders.includes(sort) ? sort : orders[0]
  return (
    <div className={css.tools}>
      <form
        role="search"
        aria-label={MY_BOOKS.search}
        onSubmit={(event) => {
          event.preventDefault()
          sentRef.current = text.trim()
          void navigate(to({ words: sentRef.current }))
        }}
      >
        <TextField
          type="search"
          label={MY_BOOKS.search}
          name="query"
          autoComplete="off"
          enterKeyHint="search"
          placeholder={MY_BOOKS.searchHint}
          maxLength={QUERY_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      <SelectField
        label={MY_BOOKS.sort}
        name="sort"
        value={chosen}
        onChange={(event) => void navigate(to({ sort: event.target.value as BookOrder }))}
      >
        <Options of={orders} texts={MY_BOOKS.sorts} />
      </SelectField>
      {children}
    </div>
  )
}
