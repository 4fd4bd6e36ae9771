import { Star } from 'lucide'
import { useEffect, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { Drawing } from './icon.tsx'
import css from './stars.module.css'
import { COMPONENTS } from '#web/messages/components.ts'

interface StarsProps {
  label: string
  /** The number of stars, 0 for none yet. */
  value: number
  onChange: (stars: number) => void
}

const KEYBOARD_DEBOUNCE_MS = 700
const STARS = [1, 2, 3, 4, 5]

/** Stars to choose, as a radio group. A click is immediate; arrow keys are debounced, so that passing a star does not choose it. */
export const Stars = ({ label, value, onChange }: StarsProps) => {
  const group = useId()
  const { picked, pick, flush, setByArrows } = usePick(value, onChange)
  return (
    <fieldset
      className={css.stars}
      aria-label={label}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && flush()}
    >
      {STARS.map((stars) => (
        <label key={stars} className={classNames(stars <= picked && css.lit)}>
          <input
            type="radio"
            name={group}
            value={stars}
            aria-label={COMPONENTS.stars(stars)}
            checked={stars === picked}
            onChange={() => pick(stars)}
            onPointerDown={() => setByArrows(false)}
            onKeyDown={({ key }) => {
              setByArrows(key.startsWith('Arrow'))
              if (key === 'Enter' && stars !== picked) pick(stars)
              if (key === 'Enter' || key === ' ') flush()
            }}
          />
          <Drawing of={Star} />
        </label>
      ))}
    </fieldset>
  )
}

const usePick = (value: number, onChange: (stars: number) => void) => {
  const [draft, setDraft] = useState<number | null>(null)
  const byArrows = useRef(false)
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; stars: number } | null>(null)
  useEffect(() => () => clearTimeout(pending.current?.timer), [])
  const commit = (stars: number) => {
    clearTimeout(pending.current?.timer)
    pending.current = null
    setDraft(null)
    onChange(stars)
  }
  const pick = (stars: number) => {
    clearTimeout(pending.current?.timer)
    if (!byArrows.current) return commit(stars)
    setDraft(stars)
    pending.current = { stars, timer: setTimeout(() => commit(stars), KEYBOARD_DEBOUNCE_MS) }
  }
  return {
    picked: draft ?? value,
    pick,
    flush: () => pending.current && commit(pending.current.stars),
    setByArrows: (now: boolean) => void (byArrows.current = now),
  }
}
