import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { isProblem } from '#contract/api-error.ts'
import { unsubscribeFromWeeklyMail } from '#contract/calls/weekly.ts'
import { api } from '#web/api/api-client.ts'
import { toFailure } from '#web/api/failure.ts'
import { Head } from '#web/document/head.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { STOP_WEEKLY } from '#web/messages/weekly.ts'
import css from './auth.module.css'
import { FailureNotice } from './failure-notice.tsx'

const UNSUBSCRIBE = { ...unsubscribeFromWeeklyMail, failureMessage: STOP_WEEKLY.failed }

/** The page that the unsubscribe link of a weekly mail leads to. A button makes the call, since mail scanners follow links. */
export const Component = () => {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const hydrated = useHydrated()
  const { mutate, isPending, error, data } = useMutation({ mutationFn: () => api(UNSUBSCRIBE, { body: { token } }) })
  const isBroken = token === '' || isProblem(error, 'validation')
  const isOpen = !isBroken && !data
  return (
    <>
      <Head title={STOP_WEEKLY.title} />
      <div className={css.room}>
        <div className={css.side}>
          <h1 className="d2" tabIndex={-1}>
            {isBroken ? STOP_WEEKLY.broken : data ? STOP_WEEKLY.done : STOP_WEEKLY.heading}
          </h1>
          {data && <Notice kind="good">{data.message}</Notice>}
          {error && !isBroken && <FailureNotice failure={toFailure(error, UNSUBSCRIBE)} />}
          <p>{isBroken ? STOP_WEEKLY.brokenText : STOP_WEEKLY.text}</p>
          {isOpen ? (
            <Button kind="strong" big busy={isPending} disabled={!hydrated} onClick={() => mutate()}>
              {STOP_WEEKLY.title}
            </Button>
          ) : (
            <ButtonLink to="/profile/security">{STOP_WEEKLY.profile}</ButtonLink>
          )}
        </div>
      </div>
    </>
  )
}
