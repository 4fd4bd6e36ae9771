import { logInWithPasskey } from '#contract/calls/second-factors.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { thisDevice } from '#web/session/device.ts'
import { askPasskey } from '#web/session/passkeys.ts'
import { useSignIn } from '#web/session/sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { PASSKEY_LOGIN } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { FailureNotice } from './failure-notice.tsx'

/** Logs in without a password. */
export const PasskeyLogin = () => {
  const hydrated = useHydrated()
  const { onSubmit, isPending, failure } = useForm({
    call: { failureMessage: PASSKEY_LOGIN.failed },
    noAnswer: PASSKEY_LOGIN.failed,
    send: async () => api(logInWithPasskey, { body: { passkey: await askPasskey(), device: thisDevice().id } }),
    onSuccess: useSignIn(),
  })
  return (
    <form onSubmit={onSubmit} className={css.form}>
      <FailureNotice failure={failure} />
      <Button type="submit" busy={isPending} disabled={!hydrated}>
        {isPending ? PASSKEY_LOGIN.waiting : PASSKEY_LOGIN.go}
      </Button>
    </form>
  )
}
