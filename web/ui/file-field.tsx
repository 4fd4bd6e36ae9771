import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field } from './field.tsx'
import type { FieldProps } from './field.tsx'
import css from './field.module.css'

type FileFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
    onFile: (file: File) => void
    /** The file is sent at once: after a failure the same one can be chosen again. */
    isSent?: boolean
  }

/** A native file field; a file can also be dropped on it. */
export const FileField = ({ label, name, hint, error, id, onFile, isSent, ...rest }: FileFieldProps) => (
  <Field label={label} name={name} hint={hint} error={error} id={id}>
    {(control) => (
      <input
        {...rest}
        {...control}
        type="file"
        className={classNames(css.control, css.file)}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onFile(file)
          // Browsers tell of no change to the file that the field holds.
          if (isSent) event.target.value = ''
        }}
      />
    )}
  </Field>
)
