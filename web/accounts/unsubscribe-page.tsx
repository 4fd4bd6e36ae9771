import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { isProblem } from '#contract/api/api-error.ts'
import { STOP_NOTICES_PAGE } from '#contract/values/notices.ts'
import { stopNoticeMails } from '#contract/calls/notices.ts'
import { unsubscribeFromWeeklyMail } from '#contract/calls/weekly.ts'
import { api } from '#web/api/api-client.ts'
import { toFailure } from '#web/api/failure.ts'
import { Head } from '#web/document/head.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { STOP_NOTICES } from '#web/messages/notices.ts'
import { STOP_WEEKLY } from '#web/messages/weekly.ts'
import css from './auth.module.css'
import { FailureNotice } from './failure-notice.tsx'

const WEEKLY = {
  call: { ...unsubscribeFromWeeklyMail, failureMessage: STOP_WEEKLY.failed },
  texts: STOP_WEEKLY,
  profile: '/profile/security',
}
const NOTICES = {
  call: { ...stopNoticeMails, failureMessage: STOP_NOTICES.failed },
  texts: STOP_NOTICES,
  profile: '/profile/notices',
}

/** The page that the unsubscribe links of the weekly mail and of mails of notices lead to. A button makes the call, since mail scanners follow links. */
export const UnsubscribePage = () => {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const { call, texts, profile } = useLocation().pathname === STOP_NOTICES_PAGE ? NOTICES : WEEKLY
  const hydrated = useHydrated()
  const { mutate, isPending, error, data } = useMutation({ mutationFn: () => api(call, { body: { token } }) })
  const isBroken = token === '' || isProblem(error, 'validation')
  const isOpen = !isBroken && !data
  return (
    <>
      <Head title={texts.title} />
      <div className={css.room}>
        <div className={css.side}>
          <h1 className="d2" tabIndex={-1}>
            {isBroken ? texts.broken : data ? texts.done : texts.heading}
          </h1>
          {data && <Notice kind="good">{translateSentence(data.message)}</Notice>}
          {error && !isBroken && <FailureNotice failure={toFailure(error, call)} />}
          <p>{isBroken ? texts.brokenText : texts.text}</p>
          {isOpen ? (
            <Button kind="strong" big busy={isPending} disabled={!hydrated} onClick={() => mutate()}>
              {texts.title}
            </Button>
          ) : (
            <ButtonLink to={profile}>{texts.profile}</ButtonLink>
          )}
        </div>
      </div>
    </>
  )
}
