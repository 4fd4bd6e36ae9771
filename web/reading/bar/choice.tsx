import type { ReactNode } from 'react'
import { READING } from '#web/messages/reading.ts'
import css from './choice.module.css'

interface ChoiceProps<Value extends string> {
  legend: string
  name: string
  values: readonly Value[]
  value: Value | undefined
  onChange: (value: Value) => void
  labelOf: (value: Value) => ReactNode
  /** The key that chooses a value, or goes from one to the next. */
  keyOf?: (value: Value) => string
  disabled?: boolean
  className?: string | undefined
}

/** One of a few values, side by side. */
export const Choice = <Value extends string>({
  legend,
  name,
  values,
  value,
  onChange,
  labelOf,
  keyOf,
  disabled,
  className,
}: ChoiceProps<Value>) => (
  <fieldset className={className} disabled={disabled}>
    <legend className={css.legend}>{legend}</legend>
    <div className={css.values}>
      {values.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name={`reading-${name}`}
            value={one}
            checked={one === value}
            title={keyOf && READING.key(keyOf(one))}
            aria-keyshortcuts={keyOf?.(one)}
            onChange={() => onChange(one)}
          />
          <span>{labelOf(one)}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
