import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { forgotPassword, resendVerification } from '#contract/accounts.ts'
import { api } from '#web/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { AUTH, NETWORK_ERROR } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { failureOf } from './failure.ts'
import { useTypedEmail } from './login-form.tsx'

interface MailLinkFormProps {
  call: (typeof forgotPassword | typeof resendVerification) & { failureMessage: string }
  legend: string
  hint: string
  send: string
  /** What went wrong before. */
  why?: string
}

/** Asks for a mail with a link, to the address that is typed here. */
export const MailLinkForm = ({ call, legend, hint, send, why }: MailLinkFormProps) => {
  const [email, setEmail] = useTypedEmail()
  const [missing, setMissing] = useState<string>()
  const hydrated = useHydrated()
  const { mutate, isPending, error, data } = useMutation({ mutationFn: () => api(call, { body: { email } }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = email.trim() ? undefined : AUTH.noEmail
    setMissing(found)
    if (!found && !isPending) mutate()
  }
  const refused = error ? failureOf(error, call) : undefined
  return (
    <form method="post" onSubmit={submit} noValidate className={css.form}>
      {data ? <Notice kind="good">{data.message}</Notice> : why && <ErrorNotice message={why} />}
      {refused && !refused.errors.email && (
        <ErrorNotice title={refused.title} message={refused.text ?? NETWORK_ERROR} />
      )}
      <fieldset disabled={!hydrated}>
        <legend hidden>{legend}</legend>
        <TextField
          label={AUTH.email}
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          hint={hint}
          required
          value={email}
          error={missing ?? refused?.errors.email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" kind="strong" busy={isPending}>
          {send}
        </Button>
      </fieldset>
    </form>
  )
}
