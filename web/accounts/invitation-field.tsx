import { AUTH } from '#web/messages/accounts.ts'
import { TextField } from '#web/ui/text-field.tsx'

interface InvitationFieldProps {
  value: string
  error: string | undefined
  onChange: (code: string) => void
}

export const InvitationField = ({ value, error, onChange }: InvitationFieldProps) => (
  <TextField
    label={AUTH.invitation}
    name="invitation"
    hint={AUTH.invitationHint}
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    required
    value={value}
    error={error}
    onChange={(event) => onChange(event.target.value)}
  />
)
