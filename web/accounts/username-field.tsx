import { USERNAME_MAX, USERNAME_MIN } from '#contract/values/accounts.ts'
import { AUTH } from '#web/messages/accounts.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { SuggestedName } from './suggested-name.tsx'

interface UsernameFieldProps {
  label?: string
  name?: string
  autoComplete?: 'name' | 'nickname'
  value: string
  error: string | undefined
  /** The error of the call, which suggests a free name if this one is taken. */
  refusal: unknown
  onChange: (name: string) => void
  /** The suggested name was taken. */
  onTake: () => void
}

/** The name of an account, with a free one to take in place of a taken one. */
export const UsernameField = ({
  label = AUTH.fullName,
  name = 'username',
  autoComplete = 'name',
  value,
  error,
  refusal,
  onChange,
  onTake,
}: UsernameFieldProps) => (
  <>
    <TextField
      label={label}
      name={name}
      hint={AUTH.nameHint(USERNAME_MIN, USERNAME_MAX)}
      autoComplete={autoComplete}
      required
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
    <SuggestedName
      error={refusal}
      field={name}
      onTake={(suggested) => {
        onChange(suggested)
        onTake()
      }}
    />
  </>
)
