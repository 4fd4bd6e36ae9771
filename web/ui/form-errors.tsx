import type { Ref } from 'react'
import { fieldId } from './field.tsx'
import { Notice } from './notice.tsx'
import css from './notice.module.css'

interface FormErrorsProps {
  /** Messages by field name, in the order of the form. */
  errors: Readonly<Record<string, string>>
  title?: string | undefined
  /** To move focus to the summary. */
  ref?: Ref<HTMLDivElement>
}

/** The error summary of a form: each error links to its field. */
export const FormErrors = ({ errors, title, ref }: FormErrorsProps) => {
  const entries = Object.entries(errors)
  if (entries.length === 0) return null
  return (
    <Notice kind="bad" title={title} {...(ref && { ref })}>
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

// Moves focus without changing the address, which would add a history entry.
const focusField = (event: { preventDefault: () => void }, name: string) => {
  event.preventDefault()
  document.getElementById(fieldId(name))?.focus()
}
