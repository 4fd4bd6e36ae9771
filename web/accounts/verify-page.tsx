import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { VERIFY_HOURS } from '#contract/values/accounts.ts'
import { resendVerification, verifyEmail } from '#contract/calls/accounts.ts'
import { isProblem } from '#contract/api/api-error.ts'
import { api } from '#web/api/api-client.ts'
import { toFailure } from '#web/api/failure.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Head } from '#web/document/head.tsx'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { AUTH, VERIFY } from '#web/messages/accounts.ts'
import { loginPath } from '#web/session/next-path.ts'
import css from './auth.module.css'
import { FailureNotice } from './failure-notice.tsx'
import { useTypedEmail } from './use-typed-email.ts'
import { MailLinkForm } from './mail-link-form.tsx'
import { useNextPath } from './use-next-path.ts'

const VERIFY_EMAIL = { ...verifyEmail, failureMessage: VERIFY.failed }
const SEND_VERIFICATION_MAIL = { ...resendVerification, failureMessage: AUTH.resendFailed }

/**
 * The page that the verification mail links to. A button makes the call, since mail scanners follow links. The login
 * form after it has the address filled in, also in a browser in which it was never typed.
 */
export const VerifyPage = () => {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const next = useNextPath()
  const [, setEmail] = useTypedEmail()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api(VERIFY_EMAIL, { body: { token } }),
    onSuccess: ({ message, email }) => {
      setEmail(email)
      void navigate(loginPath(next ?? '/'), { replace: true, state: { notice: message } })
    },
  })
  const isInvalid = isProblem(error, 'validation')
  return (
    <>
      <Head title={VERIFY.title} />
      <div className={css.room}>
        <div className={css.side}>
          <h1 className="d2" tabIndex={-1}>
            {isInvalid ? VERIFY.spent : token ? VERIFY.heading : VERIFY.broken}
          </h1>
          {error && !isInvalid && <FailureNotice failure={toFailure(error, VERIFY_EMAIL)} />}
          {token && !isInvalid ? (
            <>
              <p className="prose">{VERIFY.text}</p>
              <Button kind="strong" big busy={isPending} disabled={!hydrated} onClick={() => mutate()}>
                {VERIFY.title}
              </Button>
            </>
          ) : (
            <MailLinkForm
              call={SEND_VERIFICATION_MAIL}
              send={(email) => api(SEND_VERIFICATION_MAIL, { body: { email, next } })}
              legend={VERIFY.newMail}
              hint={VERIFY.hint(VERIFY_HOURS)}
              button={VERIFY.send}
              error={isInvalid ? errorMessage(error, VERIFY_EMAIL) : VERIFY.incomplete}
            />
          )}
        </div>
      </div>
    </>
  )
}
