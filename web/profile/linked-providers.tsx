import { useState } from 'react'
import { listLinkedProviders, startLink, unlinkProvider } from '#contract/calls/single-sign-on.ts'
import type { Output } from '#contract/api/endpoint.ts'
import { Letter } from '#web/accounts/provider-buttons.tsx'
import { useLinkedProviders } from '#web/accounts/use-linked-providers.ts'
import { api } from '#web/api/api-client.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { useAction } from '#web/api/use-action.ts'
import { SECOND_FACTORS } from '#web/messages/second-factors.ts'
import { LINKED } from '#web/messages/single-sign-on.ts'
import { depart } from '#web/session/departure.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import css from './profile.module.css'
import { Setting } from './setting.tsx'
import { LANGUAGE } from '#web/messages/language.ts'

type LinkedProvider = Output<typeof listLinkedProviders>['providers'][number]

/** The providers of the library, which can be linked to the account and unlinked. */
export const LinkedProviders = () => {
  const { hasProviders, ...linked } = useLinkedProviders()
  if (!hasProviders) return null
  return (
    <Setting title={LINKED.title} text={LINKED.text}>
      <Loaded query={linked} call={{ failureMessage: LINKED.failed }} loading={LINKED.loading}>
        {({ providers }) => (
          <ul className={css.sessions}>
            {providers.map((provider) => (
              <ProviderRow key={provider.id} provider={provider} />
            ))}
          </ul>
        )}
      </Loaded>
    </Setting>
  )
}

const DATE_FORMAT = new Intl.DateTimeFormat(LANGUAGE.locale, { dateStyle: 'medium' })

const ProviderRow = ({ provider }: { provider: LinkedProvider }) => {
  const { id, name, letter, linkedAt, usedAt } = provider
  const [isAsked, setAsked] = useState(false)
  const { mutate, isPending } = useAction({
    call: { failureMessage: LINKED.linkFailed },
    send: () => api(startLink, { params: { provider: id }, body: {} }),
    onDone: (begun) => depart({ ...begun, provider: name, next: '/profile/security' }),
  })
  return (
    <li className={css.passkey}>
      <Letter of={letter} />
      <p>
        <b dir="auto">{name}</b>
        {linkedAt && (
          <span className="muted">
            {usedAt
              ? LINKED.used(DATE_FORMAT.format(new Date(usedAt)))
              : LINKED.since(DATE_FORMAT.format(new Date(linkedAt)))}
          </span>
        )}
      </p>
      <div>
        {linkedAt ? (
          <Button kind="quiet" aria-label={LINKED.unlinkOf(name)} onClick={() => setAsked(true)}>
            {LINKED.unlink}
          </Button>
        ) : (
          <Button kind="quiet" busy={isPending} aria-label={LINKED.linkOf(name)} onClick={() => mutate()}>
            {isPending ? LINKED.linking : LINKED.link}
          </Button>
        )}
      </div>
      {isAsked && <Unlink provider={provider} onClose={() => setAsked(false)} />}
    </li>
  )
}

const Unlink = ({ provider: { id, name }, onClose }: { provider: LinkedProvider; onClose: () => void }) => {
  const { mutate, isPending } = useAction({
    call: { failureMessage: LINKED.unlinkFailed },
    send: () => api(unlinkProvider, { params: { provider: id } }),
    done: LINKED.unlinked(name),
    outdated: [listLinkedProviders],
  })
  return (
    <ConfirmDialog
      title={LINKED.unlinkTitle(name)}
      waits
      cancel={SECOND_FACTORS.cancel}
      go={LINKED.unlink}
      going={LINKED.unlinking}
      onConfirm={() => mutate(undefined, { onSettled: onClose })}
      isPending={isPending}
      onClose={onClose}
    >
      <p>{LINKED.unlinkText(name)}</p>
    </ConfirmDialog>
  )
}
