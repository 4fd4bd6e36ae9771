import { PASSWORD_MIN } from '#contract/values/accounts.ts'
import { AUTH } from '#web/messages/accounts.ts'
import { PasswordField } from '#web/ui/password-field.tsx'

interface NewPasswordProps {
  label: string
  name: string
  value: string
  error: string | undefined
  onChange: (password: string) => void
}

/** A password that an account is to have, with the rule for it. */
export const NewPasswordField = ({ onChange, ...rest }: NewPasswordProps) => (
  <PasswordField
    {...rest}
    autoComplete="new-password"
    hint={AUTH.passwordHint(PASSWORD_MIN)}
    required
    onChange={({ target }) => onChange(target.value)}
  />
)

/** The same password once more. */
export const ConfirmField = ({ value, error, onChange }: Pick<NewPasswordProps, 'value' | 'error' | 'onChange'>) => (
  <PasswordField
    label={AUTH.confirm}
    name="confirm"
    autoComplete="new-password"
    required
    value={value}
    error={error}
    onChange={({ target }) => onChange(target.value)}
  />
)
