import { FieldError, fieldId } from '#web/ui/field.tsx'
import css from './reports.module.css'

interface StatementFieldProps {
  name: string
  label: string
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

/** A statement that has to be confirmed. */
export const StatementField = ({ name, label, checked, error, onChange }: StatementFieldProps) => {
  const id = fieldId(name)
  return (
    <div>
      <label className={css.statement}>
        <input
          type="checkbox"
          id={id}
          name={name}
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  )
}
