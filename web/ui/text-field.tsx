import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field } from './field.tsx'
import type { FieldProps } from './field.tsx'
import css from './field.module.css'

/** `reading` sets what is typed in the face in which books are set. */
type Face = { face?: 'ui' | 'reading' }

export const TextField = ({
  label,
  name,
  hint,
  error,
  id,
  face,
  ...rest
}: FieldProps & Face & ComponentProps<'input'>) => (
  <Field {...{ label, name, hint, error, id }}>
    {(control) => (
      <input
        type="text"
        dir="auto"
        {...rest}
        {...control}
        className={classNames(css.control, face === 'reading' && css.reading)}
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
  face,
  ...rest
}: FieldProps & Face & ComponentProps<'textarea'>) => (
  <Field {...{ label, name, hint, error, id }}>
    {(control) => (
      <textarea
        dir="auto"
        {...rest}
        {...control}
        className={classNames(css.control, css.area, face === 'reading' && css.reading)}
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
