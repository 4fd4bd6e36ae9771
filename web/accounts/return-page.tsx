import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isProblem } from '#contract/api/api-error.ts'
import { finishSignIn } from '#contract/calls/single-sign-on.ts'
import { pathOnSite } from '#contract/api/next-path.ts'
import type { User } from '#contract/shapes/people.ts'
import { api } from '#web/api/api-client.ts'
import { toFailure } from '#web/api/failure.ts'
import { Head } from '#web/document/head.tsx'
import { SIGN_ON_CONFIRM, SIGN_ON_NEW, SIGN_ON_RETURN } from '#web/messages/single-sign-on.ts'
import { type Departure, takeDeparture } from '#web/session/departure.ts'
import { thisDevice } from '#web/session/device.ts'
import { useSignIn } from '#web/session/sign-in.ts'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import css from './auth.module.css'
import { FailureNotice } from './failure-notice.tsx'
import { NewAccount } from './new-account.tsx'
import { ProveAccount } from './prove-account.tsx'
import { SecondStep } from './second-step.tsx'
import { useRedirectMembers } from './use-redirect-members.ts'

const FINISH = { failureMessage: SIGN_ON_RETURN.failed }

/** The page that a provider leads back to, with its answer in the fragment, which is taken out of the address at once. */
export const ReturnPage = () => {
  const [departure, setDeparture] = useState<Departure>()
  const [isIncomplete, setIncomplete] = useState(false)
  const [isIn, setIn] = useState(false)
  const signIn = useSignIn()
  const enter = (session: { token: string; user: User }) => {
    signIn(session)
    setIn(true)
  }
  const toast = useToast()
  const navigate = useNavigate()
  const { mutate, data, error } = useMutation({
    mutationFn: ({ answer, secret }: Departure & { answer: string }) =>
      api(finishSignIn, { body: { answer, secret, device: thisDevice().id } }),
    onSuccess: (done, { next, provider }) => {
      if (done.outcome === 'logged-in') enter(done)
      if (done.outcome !== 'linked' && done.outcome !== 'confirmed') return
      toast.good(done.outcome === 'linked' ? SIGN_ON_RETURN.linked(provider) : SIGN_ON_RETURN.confirmed)
      void navigate(pathOnSite(next ?? null) ?? '/profile/security', { replace: true })
    },
  })
  // The answer works once.
  const isTaken = useRef(false)
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    const { hash, pathname } = window.location
    window.history.replaceState(window.history.state, '', pathname)
    const answer = hash.slice(1)
    const left = takeDeparture(answer)
    setDeparture(left)
    if (left) mutate({ ...left, answer })
    else setIncomplete(true)
  }, [mutate])
  const next = pathOnSite(departure?.next ?? null)
  const secondFactor = isProblem(error) ? error.secondFactor : undefined
  useRedirectMembers(next, !isIn && !secondFactor)
  const hasFailed = isIncomplete || (error !== null && !secondFactor)
  const title = hasFailed ? SIGN_ON_RETURN.failed : (data && TITLES[data.outcome]) || SIGN_ON_RETURN.title
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (title !== SIGN_ON_RETURN.title) heading.current?.focus()
  }, [title])
  return (
    <>
      <Head title={title} />
      <div className={css.room}>
        <div className={css.side}>
          <h1 ref={heading} className="d2" tabIndex={-1}>
            {title}
          </h1>
          {secondFactor ? (
            <SecondStep {...secondFactor} onBack={() => void navigate('/auth')} />
          ) : hasFailed ? (
            <Failed next={next}>
              {isIncomplete ? (
                <Notice kind="bad">{SIGN_ON_RETURN.incomplete}</Notice>
              ) : (
                <FailureNotice failure={toFailure(error, FINISH)} />
              )}
            </Failed>
          ) : data?.outcome === 'needs-account' ? (
            <NewAccount {...data} left={departure} onDone={enter} />
          ) : data?.outcome === 'needs-proof' ? (
            <ProveAccount {...data} onDone={enter} />
          ) : (
            <Loading text={SIGN_ON_RETURN.loading} />
          )}
        </div>
      </div>
    </>
  )
}

const TITLES: Partial<Record<string, string>> = {
  'needs-account': SIGN_ON_NEW.title,
  'needs-proof': SIGN_ON_CONFIRM.title,
}

/** A member was about to do something else than to log in, and goes back there. */
const Failed = ({ next, children }: { next: string | undefined; children: ReactNode }) => {
  const { user } = useSession()
  const isMember = user && !user.guest
  const search = new URLSearchParams(next === undefined ? {} : { next })
  // Without being led away at once.
  search.set('stay', '')
  return (
    <>
      {children}
      {isMember ? (
        <ButtonLink to={next ?? '/'}>{SIGN_ON_RETURN.back}</ButtonLink>
      ) : (
        <ButtonLink to={`/auth?${search}`}>{SIGN_ON_RETURN.again}</ButtonLink>
      )}
    </>
  )
}
