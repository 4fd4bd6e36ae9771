import { useEffect, useRef, useState } from 'react'
import type { Factor } from '#contract/values/second-factors.ts'
import { logInWithFactor, logInWithPasskey } from '#contract/calls/second-factors.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { thisDevice } from '#web/session/device.ts'
import { askPasskey } from '#web/session/passkeys.ts'
import { useSignIn } from '#web/session/sign-in.ts'
import { usePasskeys } from '#web/session/use-passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AUTH } from '#web/messages/accounts.ts'
import { SECOND_STEP } from '#web/messages/second-factors.ts'
import css from './auth.module.css'
import { FailureNotice } from './failure-notice.tsx'

interface SecondStepProps {
  challenge: string
  factors: readonly Factor[]
  onBack: () => void
}

/** The second step of a login, after the right password: a code of the app, a recovery code or a passkey. */
export const SecondStep = ({ challenge, factors, onBack }: SecondStepProps) => {
  const hasPasskey = usePasskeys() && factors.includes('passkey')
  const hasApp = factors.includes('totp')
  const [isRecovery, setRecovery] = useState(!hasApp && !hasPasskey)
  const [code, setCode] = useState('')
  const signIn = useSignIn()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const missing = isRecovery ? SECOND_STEP.noRecovery : SECOND_STEP.noCode
  const typing = useForm({
    call: logInWithFactor,
    noAnswer: SECOND_STEP.failed,
    check: () => ({ ...(code.trim() === '' && { code: missing }) }),
    send: () => api(logInWithFactor, { body: { challenge, code, device: thisDevice().id } }),
    onSuccess: signIn,
  })
  const touching = useForm({
    call: { failureMessage: SECOND_STEP.failed },
    noAnswer: SECOND_STEP.failed,
    send: async () =>
      api(logInWithPasskey, { body: { challenge, passkey: await askPasskey(challenge), device: thisDevice().id } }),
    onSuccess: signIn,
  })
  const hasField = hasApp || isRecovery
  const switchField = () => {
    typing.reset()
    setCode('')
    setRecovery(!isRecovery)
  }
  return (
    <div className={css.form}>
      <h2 ref={heading} tabIndex={-1} className={css.step}>
        {SECOND_STEP.title}
      </h2>
      <FormErrors {...typing.summary} errors={typing.errors} />
      <FailureNotice failure={typing.failure ?? touching.failure} />
      {hasField && (
        <form method="post" onSubmit={typing.onSubmit} noValidate className={css.form}>
          <fieldset>
            <legend hidden>{SECOND_STEP.title}</legend>
            <TextField
              key={String(isRecovery)}
              label={isRecovery ? SECOND_STEP.recovery : SECOND_STEP.code}
              hint={isRecovery ? SECOND_STEP.recoveryHint : SECOND_STEP.codeHint}
              name="code"
              dir="ltr"
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              autoCapitalize="none"
              spellCheck={false}
              required
              value={code}
              error={typing.errors.code}
              onChange={(event) => setCode(event.target.value)}
            />
            <Button type="submit" kind="strong" busy={typing.isPending}>
              {typing.isPending ? AUTH.loggingIn : AUTH.login}
            </Button>
          </fieldset>
        </form>
      )}
      {hasPasskey && (
        <form onSubmit={touching.onSubmit}>
          <Button type="submit" kind={hasField ? 'plain' : 'strong'} busy={touching.isPending}>
            {SECOND_STEP.usePasskey}
          </Button>
        </form>
      )}
      <div className={css.other}>
        {(hasApp || !isRecovery) && (
          <Button kind="quiet" onClick={switchField}>
            {isRecovery ? SECOND_STEP.useCode : SECOND_STEP.useRecovery}
          </Button>
        )}
        <Button kind="quiet" onClick={onBack}>
          {SECOND_STEP.back}
        </Button>
      </div>
    </div>
  )
}
