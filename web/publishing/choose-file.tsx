import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import css from './choose-file.module.css'

interface ChooseFileProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  label: string
  onFile: (file: File) => void
}

/** A file field that looks like a link. */
export const ChooseFile = ({ id, label, className, onFile, ...rest }: ChooseFileProps) => (
  <span className={classNames(css.choose, className)}>
    <input
      {...rest}
      id={id}
      type="file"
      onChange={({ target }) => {
        const file = target.files?.[0]
        // So that choosing the same file again fires a change event.
        target.value = ''
        if (file) onFile(file)
      }}
    />
    <label htmlFor={id}>{label}</label>
  </span>
)
