import { TextField } from '#web/ui/text-field.tsx'
import { AUTH } from '#web/messages/accounts.ts'

interface EmailFieldProps {
  value: string
  error: string | undefined
  onChange: (email: string) => void
}

/** The address that an account is logged in with. */
export const EmailField = ({ value, error, onChange }: EmailFieldProps) => (
  <TextField
    label={AUTH.email}
    name="email"
    type="email"
    autoComplete="username"
    inputMode="email"
    required
    value={value}
    error={error}
    onChange={(event) => onChange(event.target.value)}
  />
)
