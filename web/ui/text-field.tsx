import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field } from './field.tsx'
import type { FieldProps } from './field.tsx'
import css from './field.module.css'

/** `reading` sets the text in the font of the books. */
type FontProp = { font?: 'ui' | 'reading' }

export const TextField = ({
  label,
  name,
  hint,
  error,
  id,
  font,
  ...rest
}: FieldProps & FontProp & ComponentProps<'input'>) => (
  <Field label={label} name={name} hint={hint} error={error} id={id}>
    {(control) => (
      <input
        type="text"
        dir="auto"
        {...rest}
        {...control}
        className={classNames(css.control, font === 'reading' && css.reading)}
      />
    )}
  </Field>
)

export const TextArea = ({
  label,
  name,
  hint,
  error,
  id,
  font,
  ...rest
}: FieldProps & FontProp & ComponentProps<'textarea'>) => (
  <Field label={label} name={name} hint={hint} error={error} id={id}>
    {(control) => (
      <textarea
        dir="auto"
        {...rest}
        {...control}
        className={classNames(css.control, css.area, font === 'reading' && css.reading)}
      />
    )}
  </Field>
)

/** A native select; the options are its children. */
export const SelectField = ({ label, name, hint, error, id, ...rest }: FieldProps & ComponentProps<'select'>) => (
  <Field label={label} name={name} hint={hint} error={error} id={id}>
    {(control) => <select {...rest} {...control} className={classNames(css.control, css.select)} />}
  </Field>
)

interface OptionsProps<T extends string | number> {
  /** All that have a text by default. */
  of?: readonly T[]
  texts: Readonly<Record<T, string>>
}

export const Options = <T extends string | number>({ texts, of = Object.keys(texts) as T[] }: OptionsProps<T>) =>
  of.map((value) => (
    <option key={value} value={value}>
      {texts[value]}
    </option>
  ))
