import { translateSentence } from '#web/messages/translate-sentence.ts'
import { localPath, pathShown } from '#web/language/local-path.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getSecondFactors, reauthenticate } from '#contract/calls/second-factors.ts'
import type { SecondFactors } from '#contract/second-factors.ts'
import type { SignIn } from '#contract/site.ts'
import { api } from '#web/api/api-client.ts'
import { query } from '#web/api/query.ts'
import { useForm } from '#web/api/use-form.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import type { Question } from '#web/session/confirm-identity.ts'
import { askPasskey } from '#web/session/passkeys.ts'
import { usePasskeys } from '#web/session/use-passkeys.ts'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CONFIRM_IDENTITY, SECOND_STEP } from '#web/messages/second-factors.ts'
import css from './identity-dialog.module.css'
import { ConfirmElsewhere } from './confirm-elsewhere.tsx'
import { useLinkedProviders } from './use-linked-providers.ts'

/** Asks the person to confirm that it is them, by the password or a second factor. */
export const IdentityDialog = ({ problem, answer }: Question) => {
  const { data: factors, isError } = useQuery({ ...query(getSecondFactors), staleTime: 0 })
  const { data: linked, hasProviders, isError: isLinkedUnknown } = useLinkedProviders()
  const isElsewhere = useSiteSettings().signIn?.only ?? false
  useEffect(() => {
    if (isError) answer(false)
  }, [isError, answer])
  if (!factors || (hasProviders && !linked && !isLinkedUnknown)) return null
  const needsFactor = problem.type === 'second_factor_required'
  const isMissing = needsFactor && !factors.totp && factors.passkeys.length === 0
  const props = {
    factors,
    needsFactor,
    hasPassword: linked?.hasPassword ?? true,
    isElsewhere,
    // A log-in there replaces the password, not the second factor.
    providers: needsFactor ? [] : (linked?.providers.filter(({ linkedAt }) => linkedAt !== null) ?? []),
    message: problem.message,
    onDone: answer,
  }
  return isMissing ? <MissingFactor {...props} /> : <Confirm {...props} />
}

interface AskProps {
  factors: SecondFactors
  needsFactor: boolean
  hasPassword: boolean
  /** People log in to this library with providers only. */
  isElsewhere: boolean
  /** The providers that are linked to the account. */
  providers: SignIn['providers']
  message: string
  onDone: (isConfirmed: boolean) => void
}

/** A page of administration can show nothing without the second factor, so it is left. */
const Cancel = ({ factors, needsFactor, onDone }: AskProps) => {
  const isLeft = needsFactor && factors.isRequired && /^\/admin(?:\/|$)/i.test(pathShown())
  return isLeft ? (
    <ButtonAnchor href={localPath('/')}>{CONFIRM_IDENTITY.leave}</ButtonAnchor>
  ) : (
    <Button onClick={() => onDone(false)}>{CONFIRM_IDENTITY.cancel}</Button>
  )
}

const MissingFactor = (props: AskProps) => (
  <Dialog
    title={CONFIRM_IDENTITY.missing}
    onClose={() => props.onDone(false)}
    actions={
      <>
        <Cancel {...props} />
        <ButtonAnchor kind="strong" href={localPath('/profile/security#two-factors')}>
          {CONFIRM_IDENTITY.setUp}
        </ButtonAnchor>
      </>
    }
  >
    <p>{translateSentence(props.message)}</p>
  </Dialog>
)

type Means = 'password' | 'totp' | 'recovery'

const FORM = 'confirm-identity'

/** What is asked for first; undefined if that is a log-in at a provider or a passkey. */
const firstMeans = ({ factors, needsFactor, hasPassword, providers, isElsewhere }: AskProps): Means | undefined => {
  if (needsFactor) return factors.totp ? 'totp' : 'recovery'
  if (isElsewhere && providers.length > 0) return undefined
  if (hasPassword) return 'password'
  return factors.totp ? 'totp' : undefined
}

const Confirm = (props: AskProps) => {
  const { factors, needsFactor, hasPassword, providers, onDone } = props
  const hasPasskey = usePasskeys() && factors.passkeys.length > 0
  const [chosen, setMeans] = useState(() => firstMeans(props))
  const means = chosen ?? 'password'
  const [typed, setTyped] = useState('')
  const call = { failureMessage: CONFIRM_IDENTITY.failed }
  const typing = useForm({
    call,
    noAnswer: call.failureMessage,
    check: () =>
      typed.trim() === '' ? { [FIELDS[means].name]: FIELDS[means].missing } : ({} as Record<string, string>),
    send: () => api(reauthenticate, { body: means === 'password' ? { password: typed } : { code: typed } }),
    onSuccess: () => onDone(true),
  })
  const touching = useForm({
    call,
    noAnswer: call.failureMessage,
    send: async () => api(reauthenticate, { body: { passkey: await askPasskey() } }),
    onSuccess: () => onDone(true),
  })
  const change = (to: Means) => {
    typing.reset()
    setTyped('')
    setMeans(to)
  }
  const failure = typing.failure ?? touching.failure
  const isPending = typing.isPending || touching.isPending
  const { name, label, hint } = FIELDS[means]
  const field = {
    name,
    label,
    hint,
    value: typed,
    required: true,
    error: typing.errors[name],
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  }
  return (
    <Dialog
      title={CONFIRM_IDENTITY.title}
      onClose={() => onDone(false)}
      actions={
        <>
          <Cancel {...props} />
          {chosen && (
            <Button type="submit" form={FORM} kind="strong" busy={isPending}>
              {isPending ? CONFIRM_IDENTITY.confirming : CONFIRM_IDENTITY.confirm}
            </Button>
          )}
        </>
      }
    >
      <p>{CONFIRM_IDENTITY.text}</p>
      {failure && Object.keys(failure.errors).length === 0 && <Notice kind="bad">{failure.text}</Notice>}
      {chosen && (
        <form id={FORM} method="post" onSubmit={typing.onSubmit} noValidate className={css.form}>
          {means === 'password' ? (
            <PasswordField key={means} {...field} autoComplete="current-password" />
          ) : (
            <TextField
              key={means}
              {...field}
              dir="ltr"
              inputMode={means === 'totp' ? 'numeric' : 'text'}
              autoComplete={means === 'totp' ? 'one-time-code' : 'off'}
            />
          )}
        </form>
      )}
      {providers.length > 0 && <ConfirmElsewhere providers={providers} isOnly={!chosen} />}
      {!needsFactor && hasPassword && chosen !== 'password' && (
        <Button kind="quiet" onClick={() => change('password')}>
          {CONFIRM_IDENTITY.usePassword}
        </Button>
      )}
      {factors.totp && chosen !== 'totp' && (
        <Button kind="quiet" onClick={() => change('totp')}>
          {CONFIRM_IDENTITY.useCode}
        </Button>
      )}
      {needsFactor && chosen !== 'recovery' && (
        <Button kind="quiet" onClick={() => change('recovery')}>
          {SECOND_STEP.useRecovery}
        </Button>
      )}
      {hasPasskey && (
        <form onSubmit={touching.onSubmit}>
          <Button type="submit" kind="quiet" busy={isPending}>
            {SECOND_STEP.usePasskey}
          </Button>
        </form>
      )}
    </Dialog>
  )
}

const FIELDS: Record<Means, { name: string; label: string; hint?: string; missing: string }> = {
  password: { name: 'password', label: CONFIRM_IDENTITY.password, missing: CONFIRM_IDENTITY.noPassword },
  totp: { name: 'code', label: SECOND_STEP.code, hint: SECOND_STEP.codeHint, missing: SECOND_STEP.noCode },
  recovery: {
    name: 'code',
    label: SECOND_STEP.recovery,
    hint: SECOND_STEP.recoveryHint,
    missing: SECOND_STEP.noRecovery,
  },
}
