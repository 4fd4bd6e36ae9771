import { useEffect, useRef, useState } from 'react'
import { asciiDigits } from '#contract/shapes/ascii-digits.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { READING } from '#web/messages/reading.ts'
import type { ViewerState } from '#web/reading/format/opened-book.ts'
import css from './page-number.module.css'

/** Devices that are used with a finger. */
const TOUCH = '(pointer: coarse)'

interface PageNumberProps {
  state: ViewerState
  onGo: (name: string) => void
  /** Shows the word beside the field too. */
  isNamed?: boolean
}

/** The number or the printed name of the page, to be read and typed. */
export const PageNumber = ({ state, onGo, isNamed }: PageNumberProps) => {
  const open = state.step === 'open' ? state : undefined
  const { label, hasNames } = open ?? {}
  const page = label ?? (open ? String(open.page) : '')
  const [typed, setTyped] = useState(page)
  // A page that comes late must not take away what is being typed.
  const isTyping = useRef(false)
  const cleaned = (text: string) => (hasNames ? text.trim() : asciiDigits(text).replace(/\D/g, ''))
  useEffect(() => {
    if (!isTyping.current) setTyped(page)
  }, [page])
  return (
    <form
      className={css.page}
      onSubmit={(event) => {
        event.preventDefault()
        isTyping.current = false
        const name = cleaned(typed)
        if (name) onGo(name)
      }}
    >
      <label>
        {isNamed ? READING.page : <VisuallyHidden>{READING.page}</VisuallyHidden>}
        <input
          inputMode={hasNames ? 'text' : 'numeric'}
          name="page"
          autoComplete="off"
          value={typed}
          disabled={!open}
          onChange={({ target, nativeEvent }) => {
            isTyping.current = true
            // What an input method composes must not be changed.
            setTyped((nativeEvent as InputEvent).isComposing ? target.value : cleaned(target.value))
          }}
          onFocus={(event) => event.target.select()}
          onBlur={() => {
            // The digits of an iPhone have no key to go there, only one that puts them away.
            const name = isTyping.current && window.matchMedia(TOUCH).matches ? cleaned(typed) : ''
            isTyping.current = false
            setTyped(page)
            if (name) onGo(name)
          }}
        />
      </label>
      <span>{open && label ? READING.ofNumbered(open.page, open.pages) : READING.of(open ? open.pages : '…')}</span>
    </form>
  )
}
