import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useForm } from '#web/api/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { AUTH } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { FailureNotice } from './failure-notice.tsx'
import { useTypedEmail } from './use-typed-email.ts'

interface MailLinkFormProps {
  call: { failureMessage: string }
  send: (email: string) => Promise<{ message: string }>
  legend: string
  hint: string
  button: string
  /** Why the previous link did not work. */
  error?: string
}

/** Requests a mail with a link, sent to the typed address. */
export const MailLinkForm = ({ call, send, legend, hint, button, error }: MailLinkFormProps) => {
  const [email, setEmail] = useTypedEmail()
  const hydrated = useHydrated()
  const { onSubmit, isPending, failure, field, data } = useForm({
    call,
    check: () => ({ ...(!email.trim() && { email: AUTH.noEmail }) }),
    send: () => send(email),
  })
  return (
    <form method="post" onSubmit={onSubmit} noValidate className={css.form}>
      {data ? <Notice kind="good">{translateSentence(data.message)}</Notice> : error && <ErrorNotice message={error} />}
      <FailureNotice failure={failure} />
      <fieldset disabled={!hydrated}>
        <legend hidden>{legend}</legend>
        <TextField
          label={AUTH.email}
          {...field('email', email, setEmail)}
          type="email"
          autoComplete="email"
          inputMode="email"
          hint={hint}
          required
        />
        <Button type="submit" kind="strong" busy={isPending}>
          {button}
        </Button>
      </fieldset>
    </form>
  )
}
