import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { isProblem } from '#contract/api/api-error.ts'
import { confirmSignIn } from '#contract/calls/single-sign-on.ts'
import { pathOnSite } from '#contract/api/next-path.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { toFailure } from '#web/api/failure.ts'
import { Head } from '#web/document/head.tsx'
import { VERIFY } from '#web/messages/accounts.ts'
import { SIGN_ON_MAIL, SIGN_ON_RETURN } from '#web/messages/single-sign-on.ts'
import { keepTicket, keptTicket } from '#web/session/departure.ts'
import { thisDevice } from '#web/session/device.ts'
import { useSignIn } from '#web/session/sign-in.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import css from './auth.module.css'
import { FailureNotice } from './failure-notice.tsx'
import { useRedirectMembers } from './use-redirect-members.ts'

const CONFIRM = { ...confirmSignIn, failureMessage: SIGN_ON_MAIL.failed }

/**
 * The page that the mail after a log-in at a provider links to. A button makes the call, since mail scanners follow links.
 * It works in the browser of the log-in alone, which has the ticket.
 */
export const ProviderPage = () => {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const hydrated = useHydrated()
  const ticket = hydrated ? keptTicket() : null
  const [isIn, setIn] = useState(false)
  const signIn = useSignIn()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => api(CONFIRM, { body: { ticket: ticket ?? '', token, device: thisDevice().id } }),
    onSuccess: (session) => {
      keepTicket(null)
      signIn(session)
      setIn(true)
    },
  })
  useRedirectMembers(pathOnSite(data?.next ?? null), !isIn)
  const isSpent = isProblem(error, 'validation')
  // Such as a name that somebody else has taken meanwhile: another press changes nothing.
  const isRefused = isSpent || isProblem(error, 'conflict') || isProblem(error, 'forbidden')
  const isElsewhere = hydrated && !isIn && ticket === null
  const isOpen = token !== '' && !isRefused && !isElsewhere
  const refusedHeading = isSpent ? VERIFY.spent : SIGN_ON_RETURN.failed
  const heading = isOpen ? SIGN_ON_MAIL.heading : isRefused ? refusedHeading : SIGN_ON_MAIL.elsewhere
  return (
    <>
      <Head title={SIGN_ON_MAIL.title} />
      <div className={css.room}>
        <div className={css.side}>
          <h1 className="d2" tabIndex={-1}>
            {token ? heading : VERIFY.broken}
          </h1>
          {error && !isRefused && <FailureNotice failure={toFailure(error, CONFIRM)} />}
          <p className="prose">
            {isOpen
              ? SIGN_ON_MAIL.text
              : isRefused
                ? errorMessage(error, CONFIRM)
                : token
                  ? SIGN_ON_MAIL.elsewhereText
                  : SIGN_ON_MAIL.broken}
          </p>
          {isOpen ? (
            <Button kind="strong" big busy={isPending} disabled={!hydrated} onClick={() => mutate()}>
              {SIGN_ON_MAIL.confirm}
            </Button>
          ) : (
            <ButtonLink to="/auth?stay">{SIGN_ON_RETURN.again}</ButtonLink>
          )}
        </div>
      </div>
    </>
  )
}
