import { useEffect } from 'react'
import type { SignIn } from '#contract/site.ts'
import { toFailure } from '#web/api/failure.ts'
import { SIGN_ON } from '#web/messages/single-sign-on.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import css from './provider-buttons.module.css'
import { FailureNotice } from './failure-notice.tsx'
import { useProvider } from './use-provider.ts'

interface ProviderButtonsProps {
  providers: SignIn['providers']
  kind: 'strong' | 'plain'
  /** What a new account is to be, if that was chosen already. */
  userType?: 'reader' | 'author' | undefined
  /** Visitors are led to the first provider without a press. */
  leavesAtOnce?: boolean
}

/** A button for each provider that people log in with. */
export const ProviderButtons = ({ providers, kind, userType, leavesAtOnce = false }: ProviderButtonsProps) => {
  const { mutate, isPending, variables, error } = useProvider(userType, leavesAtOnce)
  const isVisitor = useSession().status === 'visitor'
  const first = leavesAtOnce && isVisitor ? providers[0] : undefined
  useEffect(() => {
    if (first) mutate(first)
  }, [first, mutate])
  return (
    <>
      <FailureNotice failure={error ? toFailure(error, { failureMessage: SIGN_ON.failed }) : undefined} />
      <ProviderList
        providers={providers}
        kind={kind}
        left={isPending ? variables.id : undefined}
        label={SIGN_ON.goOn}
        onChoose={mutate}
      />
    </>
  )
}

interface ProviderListProps {
  providers: SignIn['providers']
  kind: 'strong' | 'plain'
  /** The provider that the browser is being sent to. */
  left: string | undefined
  label: (name: string) => string
  onChoose: (provider: SignIn['providers'][number]) => void
}

export const ProviderList = ({ providers, kind, left, label, onChoose }: ProviderListProps) => {
  const hydrated = useHydrated()
  return (
    <ul className={css.providers}>
      {providers.map((provider) => (
        <li key={provider.id}>
          <Button
            kind={kind}
            className={css.provider}
            busy={left === provider.id}
            disabled={!hydrated}
            onClick={() => onChoose(provider)}
          >
            <Letter of={provider.letter} />
            <span dir="auto">{left === provider.id ? SIGN_ON.leaving(provider.name) : label(provider.name)}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The icon of a provider. */
export const Letter = ({ of }: { of: string }) => (
  <span aria-hidden="true" className={css.letter}>
    {of}
  </span>
)
