import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { isProblem } from '#contract/api/api-error.ts'
import { confirmEmailChange } from '#contract/calls/account-security.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { toFailure } from '#web/api/failure.ts'
import { Head } from '#web/document/head.tsx'
import { CONFIRM_EMAIL, VERIFY } from '#web/messages/accounts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import css from './auth.module.css'
import { FailureNotice } from './failure-notice.tsx'
import { useTypedEmail } from './use-typed-email.ts'

const CONFIRM = { ...confirmEmailChange, failureMessage: CONFIRM_EMAIL.failed }

/** The page that the mail to a new address links to. A button makes the call, since mail scanners follow links. */
export const ConfirmEmailPage = () => {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const hydrated = useHydrated()
  const client = useQueryClient()
  const [, setEmail] = useTypedEmail()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => api(CONFIRM, { body: { token } }),
    onSuccess: ({ email }) => {
      // For the login form: the session of this browser may have ended.
      setEmail(email)
      return client.invalidateQueries()
    },
  })
  const isSpent = isProblem(error, 'validation')
  const isOpen = token !== '' && !isSpent && !data
  const heading = data ? CONFIRM_EMAIL.done : isSpent ? VERIFY.spent : token ? CONFIRM_EMAIL.heading : VERIFY.broken
  return (
    <>
      <Head title={CONFIRM_EMAIL.title} />
      <div className={css.room}>
        <div className={css.side}>
          <h1 className="d2" tabIndex={-1}>
            {heading}
          </h1>
          {data && <Notice kind="good">{translateSentence(data.message)}</Notice>}
          {error && !isSpent && <FailureNotice failure={toFailure(error, CONFIRM)} />}
          {!data && (
            <p className="prose">
              {isOpen ? CONFIRM_EMAIL.text : isSpent ? errorMessage(error, CONFIRM) : CONFIRM_EMAIL.brokenText}
            </p>
          )}
          {isOpen ? (
            <Button kind="strong" big busy={isPending} disabled={!hydrated} onClick={() => mutate()}>
              {CONFIRM_EMAIL.title}
            </Button>
          ) : (
            <ButtonLink to="/profile/security">{CONFIRM_EMAIL.profile}</ButtonLink>
          )}
        </div>
      </div>
    </>
  )
}
