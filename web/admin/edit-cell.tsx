import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
import fieldCss from '#web/ui/field.module.css'
import { ADMIN } from '#web/messages/admin.ts'
import css from './edit-cell.module.css'
import tableCss from './table.module.css'

interface EditCellProps {
  label: string
  name: string
  /** The id of the form, which is in another cell. */
  form: string
  value: string
  error?: string | undefined
  /** The current value, if somebody else has changed it meanwhile. */
  now?: string | undefined
  onChange: (value: string) => void
}

/** A table cell with a field. */
export const EditCell = ({
  focus = false,
  type = 'text',
  ...props
}: EditCellProps & { focus?: boolean; type?: 'text' | 'email' }) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focus) input.current?.select()
  }, [focus])
  return (
    <Cell {...props}>
      <input
        ref={input}
        type={type}
        dir="auto"
        autoComplete="off"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        {...controlProps(props)}
      />
    </Cell>
  )
}

export const EditSelect = ({ options, ...props }: EditCellProps & { options: [value: string, words: string][] }) => (
  <Cell {...props}>
    <select value={props.value} onChange={(event) => props.onChange(event.target.value)} {...controlProps(props)}>
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  </Cell>
)

const fieldIdOf = ({ form, name }: EditCellProps) => `${form}-${name}`

const controlProps = (props: EditCellProps) => {
  const id = fieldIdOf(props)
  const descriptions = [props.now !== undefined && `${id}-now`, props.error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    name: props.name,
    form: props.form,
    className: classNames(fieldCss.control, css.control),
    'aria-label': props.label,
    'aria-invalid': props.error ? (true as const) : undefined,
    'aria-describedby': descriptions || undefined,
  }
}

const Cell = ({ children, ...props }: EditCellProps & { children: ReactNode }) => (
  <td>
    <span className={tableCss.label} aria-hidden="true">
      {props.label}
    </span>
    <div className={css.cell}>
      {children}
      {props.now !== undefined && (
        <p id={`${fieldIdOf(props)}-now`} className={css.now}>
          {ADMIN.now(props.now)}
        </p>
      )}
      {props.error && <FieldError id={`${fieldIdOf(props)}-error`} text={props.error} />}
    </div>
  </td>
)
