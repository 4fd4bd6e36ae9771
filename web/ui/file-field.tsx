import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field } from './field.tsx'
import type { FieldProps } from './field.tsx'
import css from './field.module.css'

type FileFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & { onFile: (file: File) => void }

/** A native file field; a file can also be dropped on it. */
export const FileField = ({ label, name, hint, error, id, onFile, ...rest }: FileFieldProps) => (
  <Field {...{ label, name, hint, error, id }}>
    {(control) => (
      <input
        {...rest}
        {...control}
        type="file"
        className={classNames(css.control, css.file)}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onFile(file)
        }}
      />
    )}
  </Field>
)
