import { Search, X } from 'lucide'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { ComponentType, KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { SHELL } from '#web/messages/site.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import css from './search-box.module.css'
import type { SearchHitsProps } from './search-hits.tsx'
import { bookPath, resultsPath, useHits } from './use-hits.ts'

/** A combobox of titles: `/` focuses it, the arrow keys select a book or all results, Enter opens them, Escape closes the list. */
export const SearchBox = () => {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const navigate = useNavigate()
  const hits = useHits(text)
  const [SearchHits, loadHits] = useSearchHits()
  useSlashShortcut(input)
  // Text typed before hydration.
  useEffect(() => {
    const typed = input.current?.value
    if (!typed) return
    setText(typed)
    setOpen(true)
    loadHits()
  }, [loadHits])

  const shown = open && hits.query !== ''
  const paths =
    shown && hits.books.length > 0 ? [...hits.books.map(({ _id }) => bookPath(_id)), resultsPath(hits.query)] : []
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const go = (path: string) => {
    close()
    setText('')
    input.current?.blur()
    void navigate(path, { viewTransition: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setOpen(true)
      if (paths.length > 0)
        setActive((now) => (now < 0 && step < 0 ? paths.length - 1 : (now + step + paths.length) % paths.length))
    }
    if (event.key === 'Escape' && shown) {
      event.preventDefault()
      close()
    }
  }

  return (
    <form
      role="search"
      className={css.search}
      onSubmit={(event) => {
        event.preventDefault()
        const path = paths[Math.max(active, 0)]
        if (path) go(path)
      }}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close()}
    >
      <Icon of={Search} />
      <input
        ref={input}
        type="search"
        role="combobox"
        dir="auto"
        autoComplete="off"
        maxLength={200}
        aria-label={SHELL.search}
        aria-expanded={shown}
        aria-controls={`${id}-hits`}
        aria-autocomplete="list"
        aria-activedescendant={paths[active] ? `${id}-${active}` : undefined}
        aria-keyshortcuts="/"
        placeholder={SHELL.searchHint}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setOpen(true)
          setActive(-1)
          // A focus event before hydration is not received.
          loadHits()
        }}
        onFocus={() => {
          setOpen(true)
          loadHits()
        }}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">/</kbd>
      {/* For phones, where the field covers the navbar. Keyboard users leave the field with Tab. */}
      <IconButton
        label={SHELL.closeSearch}
        className={css.close}
        tabIndex={-1}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          close()
          input.current?.blur()
        }}
      >
        <Icon of={X} />
      </IconButton>
      {SearchHits && <SearchHits id={id} hits={hits} shown={shown} active={active} onChoose={go} />}
    </form>
  )
}

/** Loads the list of results when the field is first used. If loading fails, there is no list. */
const useSearchHits = () => {
  const [SearchHits, setSearchHits] = useState<ComponentType<SearchHitsProps>>()
  const load = useCallback(
    () =>
      void import('./search-hits.tsx').then(
        (loaded) => setSearchHits(() => loaded.SearchHits),
        () => undefined,
      ),
    [],
  )
  return [SearchHits, load] as const
}

/** Focuses the search when `/` is pressed outside a form field. */
const useSlashShortcut = (input: { current: HTMLInputElement | null }) => {
  useEffect(() => {
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
