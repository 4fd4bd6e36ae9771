import { useEffect, useRef } from 'react'
import { fieldId } from './field.tsx'
import { Notice } from './notice.tsx'
import css from './notice.module.css'

interface FormErrorsProps {
  /** Messages by field name, in the order of the form. */
  errors: Readonly<Record<string, string>>
  /** Counts the attempts to send: with each the summary takes focus. */
  attempt: number
  title?: string | undefined
}

/** What is to be put right before a form can be sent, each with a way to its field. */
export const FormErrors = ({ errors, attempt, title }: FormErrorsProps) => {
  const summary = useRef<HTMLDivElement>(null)
  const entries = Object.entries(errors)
  // By the attempt alone: an error that comes while one types must not take the focus away.
  useEffect(() => summary.current?.focus(), [attempt])
  if (entries.length === 0) return null
  return (
    <Notice kind="bad" title={title} ref={summary}>
      <ul className={css.list}>
        {entries.map(([name, message]) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`} onClick={(event) => focusField(event, name)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

// Focus without changing the address, which would be a step in the history.
const focusField = (event: { preventDefault: () => void }, name: string) => {
  event.preventDefault()
  document.getElementById(fieldId(name))?.focus()
}
