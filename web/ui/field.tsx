import { CircleAlert } from 'lucide'
import type { ReactNode } from 'react'
import css from './field.module.css'
import { Icon } from './icon.tsx'

export interface FieldProps {
  label: ReactNode
  /** The field's id is derived from it, so that an error summary can link to the field. */
  name: string
  hint?: ReactNode
  error?: string | undefined
  id?: string
}

/** The props that a control gets from its field. */
export interface Control {
  id: string
  name: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export const fieldId = (name: string) => `field-${name}`

/** Label, hint and error around a control. */
export const Field = ({
  label,
  name,
  hint,
  error,
  id = fieldId(name),
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) => {
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {children({ id, name, 'aria-invalid': error ? true : undefined, 'aria-describedby': descriptions || undefined })}
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  )
}

export const FieldError = ({ id, text }: { id: string; text: string }) => (
  <p id={id} className={css.error}>
    <Icon of={CircleAlert} />
    {text}
  </p>
)
