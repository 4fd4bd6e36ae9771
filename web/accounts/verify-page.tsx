import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { VERIFY_HOURS, resendVerification, verifyEmail } from '#contract/accounts.ts'
import { isProblem } from '#contract/problems.ts'
import { api } from '#web/api/browser.ts'
import { wordsFor } from '#web/api/words-for.ts'
import { Head } from '#web/document/head.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { AUTH, NETWORK_ERROR, VERIFY } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { failureOf } from './failure.ts'
import { MailLinkForm } from './mail-link-form.tsx'

const CHECK = { ...verifyEmail, failureMessage: VERIFY.failed }
const RESEND = { ...resendVerification, failureMessage: AUTH.resendFailed }

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
            {spent ? VERIFY.spent : token ? VERIFY.heading : VERIFY.broken}
          </h1>
          {error && !spent && <ErrorNotice {...words(error)} />}
          {token && !spent ? (
            <Button kind="strong" big busy={isPending} disabled={!hydrated} onClick={() => mutate()}>
              {VERIFY.title}
            </Button>
          ) : (
            <MailLinkForm
              call={RESEND}
              legend={VERIFY.newMail}
              hint={VERIFY.hint(VERIFY_HOURS)}
              send={VERIFY.send}
              why={spent ? wordsFor(error, CHECK) : VERIFY.incomplete}
            />
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
