import { Star } from 'lucide'
import { useEffect, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { Drawing } from './icon.tsx'
import css from './stars.module.css'

interface StarsProps {
  label: string
  /** Stars given, 0 for none yet. */
  value: number
  onChange: (stars: number) => void
  /** The name of each star, '3 stars'. */
  nameOf?: (stars: number) => string
  disabled?: boolean
  max?: number
}

const KEYBOARD_PAUSE_MS = 700
const counted = (stars: number) => `${stars} ${stars === 1 ? 'star' : 'stars'}`

/** Stars to give: a radio group. A click counts at once; arrow keys count when they rest, so that passing 1 to 3 is no vote. */
export const Stars = ({ label, value, onChange, nameOf = counted, disabled, max = 5 }: StarsProps) => {
  const group = useId()
  const { picked, pick, settle, withArrows } = usePick(value, onChange)
  return (
    <fieldset
      className={css.stars}
      disabled={disabled}
      aria-label={label}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && settle()}
    >
      {Array.from({ length: max }, (_, index) => index + 1).map((stars) => (
        <label key={stars} className={classNames(stars <= picked && css.lit)}>
          <input
            type="radio"
            name={group}
            value={stars}
            aria-label={nameOf(stars)}
            checked={stars === picked}
            onChange={() => pick(stars)}
            onPointerDown={() => withArrows(false)}
            onKeyDown={({ key }) => {
              withArrows(key.startsWith('Arrow'))
              if (key === 'Enter' && stars !== picked) pick(stars)
              if (key === 'Enter' || key === ' ') settle()
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
  const arrows = useRef(false)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; stars: number } | null>(null)
  useEffect(() => () => clearTimeout(waiting.current?.timer), [])
  const commit = (stars: number) => {
    clearTimeout(waiting.current?.timer)
    waiting.current = null
    setDraft(null)
    onChange(stars)
  }
  const pick = (stars: number) => {
    clearTimeout(waiting.current?.timer)
    if (!arrows.current) return commit(stars)
    setDraft(stars)
    waiting.current = { stars, timer: setTimeout(() => commit(stars), KEYBOARD_PAUSE_MS) }
  }
  return {
    picked: draft ?? value,
    pick,
    settle: () => waiting.current && commit(waiting.current.stars),
    withArrows: (now: boolean) => void (arrows.current = now),
  }
}

/** An average, drawn to a tenth of a star. */
export const StarsAverage = ({ value, label, max = 5 }: { value: number; label: string; max?: number }) => (
  <span className={css.average} role="img" aria-label={label}>
    <Row max={max} />
    <span className={css.part} style={{ width: `${(Math.min(value, max) / max) * 100}%` }}>
      <Row max={max} />
    </span>
  </span>
)

const Row = ({ max }: { max: number }) => (
  <span className={css.row}>
    {Array.from({ length: max }, (_, index) => (
      <Drawing key={index} of={Star} />
    ))}
  </span>
)
