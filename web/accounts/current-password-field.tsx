import { PasswordField } from '#web/ui/password-field.tsx'

interface CurrentPasswordFieldProps {
  label: string
  /** The id of a second field on a page. */
  id?: string
  value: string
  error: string | undefined
  onChange: (password: string) => void
}

/** The password that an account has, which password managers fill in. */
export const CurrentPasswordField = ({ label, id, value, error, onChange }: CurrentPasswordFieldProps) => (
  <PasswordField
    label={label}
    name="password"
    id={id}
    autoComplete="current-password"
    required
    value={value}
    error={error}
    onChange={(event) => onChange(event.target.value)}
  />
)
