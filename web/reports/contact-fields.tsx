import type { useForm } from '#web/api/use-form.ts'
import { CONTACT_FIELDS } from '#web/messages/reports.ts'
import { TextArea, TextField } from '#web/ui/text-field.tsx'

export const NO_CONTACT = { name: '', email: '', address: '' }

type Field = ReturnType<ReturnType<typeof useForm>['field']>

/** Name and addresses of the sender of a notice. */
export const ContactFields = ({ field }: { field: (name: keyof typeof NO_CONTACT) => Field }) => (
  <>
    <TextField label={CONTACT_FIELDS.name} {...field('name')} autoComplete="name" required />
    <TextField
      label={CONTACT_FIELDS.email}
      {...field('email')}
      type="email"
      inputMode="email"
      autoComplete="email"
      required
    />
    <TextArea label={CONTACT_FIELDS.address} {...field('address')} autoComplete="street-address" rows={3} required />
  </>
)

export const SignatureField = (field: Field) => (
  <TextField
    label={CONTACT_FIELDS.signature}
    hint={CONTACT_FIELDS.signatureHint}
    autoComplete="off"
    required
    {...field}
  />
)
