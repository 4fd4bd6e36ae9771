import { ChevronDown, ChevronUp, X } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isComposing } from '#web/ui/is-composing.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { READING } from '#web/messages/reading.ts'
import css from './find-bar.module.css'
import type { BookSearch, SearchState } from '#web/reading/format/book-search.ts'
import { useFind } from './use-find.ts'

interface FindBarProps {
  /** Undefined until the book is open. */
  search: BookSearch | undefined
  /** Increases each time the bar is opened, also while it is open; the field is then focused. */
  openCount: number
  /** The words to find as soon as the book is shown. */
  words: string[]
  isShown: boolean
  onClose: () => void
}

/** The search in a book: Enter goes to the next match, Shift+Enter to the previous one, Escape closes the bar. */
export const FindBar = ({ search, openCount, words, isShown, onClose }: FindBarProps) => {
  const { result, find, stop } = useFind(search)
  const [query, setQuery] = useState<string | string[]>(words)
  const field = useRef<HTMLInputElement>(null)
  const isStarted = useRef(false)
  useEffect(() => {
    field.current?.select()
  }, [openCount])
  useEffect(() => {
    if (!isShown || isStarted.current) return
    isStarted.current = true
    find(words, { isHit: true })
  }, [isShown, words, find])
  useEffect(() => stop, [stop])
  const go = (back: boolean) => query.length > 0 && find(query, { again: true, back })
  return (
    <form
      role="search"
      className={css.bar}
      onSubmit={(event) => {
        event.preventDefault()
        go(false)
      }}
      onKeyDown={(event) => {
        // The keys of an input method are its own.
        if (isComposing(event.nativeEvent)) return
        if (event.key === 'Escape') onClose()
        if (event.key !== 'Enter' || !event.shiftKey || event.target !== field.current) return
        event.preventDefault()
        go(true)
      }}
    >
      <label className={css.field}>
        <VisuallyHidden>{READING.find}</VisuallyHidden>
        <input
          ref={field}
          type="search"
          name="find"
          dir="auto"
          autoComplete="off"
          enterKeyHint="search"
          placeholder={READING.findHint}
          value={Array.isArray(query) ? query.join(' ') : query}
          onChange={(event) => {
            setQuery(event.target.value)
            find(event.target.value)
          }}
        />
      </label>
      <span role="status" className={css.found}>
        {statusOf(result)}
      </span>
      <IconButton label={READING.previous} disabled={result.total === 0} onClick={() => go(true)}>
        <Icon of={ChevronUp} />
      </IconButton>
      <IconButton label={READING.next} disabled={result.total === 0} onClick={() => go(false)}>
        <Icon of={ChevronDown} />
      </IconButton>
      <IconButton label={READING.closeFind} onClick={onClose}>
        <Icon of={X} />
      </IconButton>
    </form>
  )
}

const statusOf = ({ step, current, total }: SearchState) => {
  if (step === 'idle') return ''
  if (step === 'found') return READING.found(current, total)
  if (step === 'unmarked') return READING.unmarked
  return step === 'searching' ? READING.finding : READING.notFound
}
