import { Eye, EyeOff } from 'lucide'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Field } from './field.tsx'
import type { FieldProps } from './field.tsx'
import css from './field.module.css'
import { Icon } from './icon.tsx'
import { COMPONENTS } from '#web/messages/components.ts'

/** A password that can be shown while it is typed. */
export const PasswordField = ({ label, name, hint, error, id, ...rest }: FieldProps & ComponentProps<'input'>) => {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} name={name} hint={hint} error={error} id={id}>
      {(control) => (
        <span className={css.withToggle}>
          <input
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            className={classNames(css.control, css.toggled)}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <IconButton
            label={shown ? COMPONENTS.hidePassword : COMPONENTS.showPassword}
            aria-controls={control.id}
            className={css.toggle}
            disabled={rest.disabled}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? EyeOff : Eye} />
          </IconButton>
        </span>
      )}
    </Field>
  )
}
