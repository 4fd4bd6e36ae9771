import { CONTACT_FIELDS } from '#web/messages/reports.ts'
import { TextArea, TextField } from '#web/ui/text-field.tsx'

interface ContactValues {
  name: string
  email: string
  address: string
}

export const NO_CONTACT: ContactValues = { name: '', email: '', address: '' }

interface ContactFieldsProps {
  values: ContactValues
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<ContactValues>) => void
}

/** Name and addresses of the sender of a notice. */
export const ContactFields = ({ values, errors, onChange }: ContactFieldsProps) => (
  <>
    <TextField
      label={CONTACT_FIELDS.name}
      name="name"
      autoComplete="name"
      required
      value={values.name}
      error={errors['name']}
      onChange={(event) => onChange({ name: event.target.value })}
    />
    <TextField
      label={CONTACT_FIELDS.email}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      required
      value={values.email}
      error={errors['email']}
      onChange={(event) => onChange({ email: event.target.value })}
    />
    <TextArea
      label={CONTACT_FIELDS.address}
      name="address"
      autoComplete="street-address"
      rows={3}
      required
      value={values.address}
      error={errors['address']}
      onChange={(event) => onChange({ address: event.target.value })}
    />
  </>
)

interface SignatureFieldProps {
  value: string
  error: string | undefined
  onChange: (signature: string) => void
}

export const SignatureField = ({ value, error, onChange }: SignatureFieldProps) => (
  <TextField
    label={CONTACT_FIELDS.signature}
    hint={CONTACT_FIELDS.signatureHint}
    name="signature"
    autoComplete="off"
    required
    value={value}
    error={error}
    onChange={(event) => onChange(event.target.value)}
  />
)
