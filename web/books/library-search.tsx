import { Search, X } from 'lucide'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { QUERY_MAX } from '#contract/values/books.ts'
import { FILTERS } from '#contract/shapes/filters.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useSearchText } from '#web/ui/use-search-text.ts'
import { LIBRARY } from '#web/messages/library.ts'
import css from './library-bar.module.css'
import type { LibraryAddress } from './library-address.ts'
import { KeptInForm } from './library-form.tsx'

/** Searches titles and authors; a blank search does nothing. */
export const LibrarySearch = ({ address }: { address: LibraryAddress }) => {
  const { search, to } = address
  const [text, setText] = useSearchText(search)
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  return (
    <form
      role="search"
      className={css.search}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) void navigate(to({ search: text.trim() }))
      }}
    >
      <noscript>{import.meta.env.SSR && <KeptInForm address={address} names={FILTERS} />}</noscript>
      <IconButton type="submit" label={LIBRARY.submit}>
        <Icon of={Search} />
      </IconButton>
      <input
        ref={field}
        type="search"
        // Before hydration the browser submits the form to the same address.
        name="query"
        dir="auto"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={QUERY_MAX}
        aria-label={LIBRARY.search}
        placeholder={LIBRARY.searchHint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {search && (
        <IconButton
          label={LIBRARY.clear}
          onClick={() => {
            // The button is gone then.
            field.current?.focus()
            void navigate(to({ search: '' }))
          }}
        >
          <Icon of={X} />
        </IconButton>
      )}
    </form>
  )
}
