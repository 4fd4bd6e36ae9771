import { localPath } from '#web/language/local-path.ts'
import { Search, X } from 'lucide'
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ComponentType } from 'react'
import { useNavigate } from 'react-router'
import { SHELL } from '#web/messages/site.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { resultsPath } from './results-path.ts'
import css from './search-box.module.css'
import type { SearchHitsProps } from './search-hits.tsx'

/** A combobox of books and authors: `/` focuses it, Enter leads to all results. Its list is loaded with the first letter. */
export const SearchBox = () => {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const navigate = useNavigate()
  const [SearchHits, loadHits] = useSearchHits()
  const query = text.trim()
  const type = useCallback(
    (typed: string) => {
      setText(typed)
      setOpen(true)
      loadHits()
    },
    [loadHits],
  )
  useSlashShortcut(input)
  // Text typed before hydration.
  useEffect(() => {
    if (input.current?.value) type(input.current.value)
  }, [type])
  const go = (path: string) => {
    setOpen(false)
    setText('')
    input.current?.blur()
    void navigate(path, { viewTransition: true })
  }

  return (
    <form
      role="search"
      className={css.search}
      // Before hydration the browser submits the form itself.
      action={localPath('/library')}
      onSubmit={(event) => {
        event.preventDefault()
        if (query) go(resultsPath(query))
      }}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <Icon of={Search} />
      <input
        ref={input}
        type="search"
        name="query"
        role="combobox"
        dir="auto"
        autoComplete="off"
        maxLength={200}
        aria-label={SHELL.search}
        aria-expanded={false}
        aria-controls={`${id}-hits`}
        aria-autocomplete="list"
        aria-keyshortcuts="/"
        placeholder={SHELL.searchHint}
        value={text}
        onChange={({ target }) => type(target.value)}
        onFocus={() => setOpen(true)}
      />
      <kbd aria-hidden="true">/</kbd>
      {/* For phones, where the field covers the navbar. Keyboard users leave the field with Tab. */}
      <IconButton
        label={SHELL.closeSearch}
        className={css.close}
        tabIndex={-1}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          setOpen(false)
          input.current?.blur()
        }}
      >
        <Icon of={X} />
      </IconButton>
      {SearchHits && query && (
        <SearchHits id={id} input={input} isOpen={isOpen} setOpen={setOpen} text={query} onChoose={go} />
      )}
    </form>
  )
}

const loadHits = () => import('./search-hits.tsx')

/** Loads the list of results when somebody first types. If loading fails, there is no list. */
const useSearchHits = () => {
  const [SearchHits, setSearchHits] = useState<ComponentType<SearchHitsProps>>()
  const load = useCallback(
    () =>
      void loadHits().then(
        (loaded) => setSearchHits(() => loaded.SearchHits),
        () => undefined,
      ),
    [],
  )
  return [SearchHits, load] as const
}

/** Focuses the search when `/` is pressed outside a form field. */
const useSlashShortcut = (input: { current: HTMLInputElement | null }) => {
  // With the first paint, because keys before it are lost.
  useLayoutEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [input])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, dialog, dialog *'))
