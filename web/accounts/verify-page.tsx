import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { VERIFY_HOURS, resendVerification, verifyEmail } from '#contract/accounts.ts'
import { isProblem } from '#contract/problems.ts'
import { api } from '#web/api/browser.ts'
import { wordsFor } from '#web/api/words-for.ts'
import { Head } from '#web/document/head.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { AUTH, NETWORK_ERROR, VERIFY } from '#web/words/accounts.ts'
import css from './auth.module.css'
import { failureOf } from './failure.ts'
import { useTypedEmail } from './login-form.tsx'

const CHECK = { ...verifyEmail, failed: VERIFY.failed }
const RESEND = { ...resendVerification, failed: AUTH.resendFailed }

/** Where the mail leads. The button makes the call, because mail scanners follow links. */
export const Component = () => {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api(CHECK, { body: { token } }),
    onSuccess: ({ message }) => navigate('/auth', { replace: true, state: { notice: message } }),
  })
  const spent = isProblem(error, 'validation')
  return (
    <>
      <Head title={VERIFY.title} />
      <div className={css.room}>
        <div className={css.side}>
          <h1 className="d2" tabIndex={-1}>
            {token && !spent ? VERIFY.heading : VERIFY.spent}
          </h1>
          {error && !spent && <ErrorNotice {...words(error)} />}
          {token && !spent ? (
            <Button kind="strong" big busy={isPending} disabled={!hydrated} onClick={() => mutate()}>
              {VERIFY.title}
            </Button>
          ) : (
            <NewMail why={spent ? wordsFor(error, CHECK) : VERIFY.incomplete} />
          )}
        </div>
      </div>
    </>
  )
}

const words = (error: unknown) => {
  const { title, text } = failureOf(error, CHECK)
  return { title, message: text ?? NETWORK_ERROR }
}

const NewMail = ({ why }: { why: string }) => {
  const [email, setEmail] = useTypedEmail()
  const [missing, setMissing] = useState<string>()
  const hydrated = useHydrated()
  const { mutate, isPending, error, data } = useMutation({ mutationFn: () => api(RESEND, { body: { email } }) })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const found = email.trim() ? undefined : AUTH.noEmail
    setMissing(found)
    if (!found && !isPending) mutate()
  }
  const refused = error ? failureOf(error, RESEND) : undefined
  return (
    <form method="post" onSubmit={send} noValidate className={css.form}>
      {data ? <Notice kind="good">{data.message}</Notice> : <ErrorNotice message={why} />}
      {refused && !refused.errors.email && (
        <ErrorNotice title={refused.title} message={refused.text ?? NETWORK_ERROR} />
      )}
      <fieldset disabled={!hydrated}>
        <legend hidden>{VERIFY.newMail}</legend>
        <TextField
          label={AUTH.email}
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          hint={VERIFY.hint(VERIFY_HOURS)}
          required
          value={email}
          error={missing ?? refused?.errors.email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" kind="strong" busy={isPending}>
          {VERIFY.send}
        </Button>
      </fieldset>
    </form>
  )
}
