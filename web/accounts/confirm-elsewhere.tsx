import { pathShown } from '#web/language/local-path.ts'
import { useMutation } from '@tanstack/react-query'
import { startConfirmation } from '#contract/calls/single-sign-on.ts'
import type { SignIn } from '#contract/site.ts'
import { api } from '#web/api/api-client.ts'
import { toFailure } from '#web/api/failure.ts'
import { CONFIRM_ELSEWHERE } from '#web/messages/single-sign-on.ts'
import { depart } from '#web/session/departure.ts'
import css from './identity-dialog.module.css'
import { FailureNotice } from './failure-notice.tsx'
import { ProviderList } from './provider-buttons.tsx'

interface ConfirmElsewhereProps {
  /** Those that are linked to the account. */
  providers: SignIn['providers']
  /** There is no other way to confirm. */
  isOnly: boolean
}

/** Lets people confirm that it is them by a new log-in at a provider, which leads back to this page. */
export const ConfirmElsewhere = ({ providers, isOnly }: ConfirmElsewhereProps) => {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ id }: SignIn['providers'][number]) => api(startConfirmation, { params: { provider: id }, body: {} }),
    onSuccess: (begun, { name }) => {
      const { search, hash } = window.location
      depart({ ...begun, provider: name, next: pathShown() + search + hash })
    },
  })
  return (
    <div className={css.elsewhere}>
      <FailureNotice failure={error ? toFailure(error, { failureMessage: CONFIRM_ELSEWHERE.failed }) : undefined} />
      <ProviderList
        providers={providers}
        kind={isOnly ? 'strong' : 'plain'}
        left={isPending ? variables.id : undefined}
        label={CONFIRM_ELSEWHERE.goOn}
        onChoose={mutate}
      />
      <p className="muted">{CONFIRM_ELSEWHERE.text}</p>
    </div>
  )
}
