import type { ReactNode } from 'react'
import css from './check-field.module.css'

interface CheckFieldProps {
  name: string
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

export const CheckField = ({ name, label, checked, onChange }: CheckFieldProps) => (
  <label className={css.check}>
    <input type="checkbox" name={name} checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
)

interface RadioFieldProps<T extends string> {
  name: string
  legend: string
  value: T
  options: Readonly<Record<T, ReactNode>>
  onChange: (value: T) => void
}

/** A group of radio buttons. */
export const RadioField = <T extends string>({ name, legend, value, options, onChange }: RadioFieldProps<T>) => (
  <fieldset className={css.radios}>
    <legend>{legend}</legend>
    {(Object.entries(options) as [T, ReactNode][]).map(([option, words]) => (
      <label key={option} className={css.check}>
        <input type="radio" name={name} value={option} checked={option === value} onChange={() => onChange(option)} />
        {words}
      </label>
    ))}
  </fieldset>
)
