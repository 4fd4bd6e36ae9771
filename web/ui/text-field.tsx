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
  <Field {...{ label, name, hint, error, id }}>
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
  <Field {...{ label, name, hint, error, id }}>
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
  <Field {...{ label, name, hint, error, id }}>
    {(control) => <select {...rest} {...control} className={classNames(css.control, css.select)} />}
  </Field>
)
