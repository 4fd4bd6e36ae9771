import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteProvider, listProviders, testProvider } from '#contract/calls/single-sign-on.ts'
import { getSiteSettings } from '#contract/calls/site.ts'
import type { Provider } from '#contract/single-sign-on.ts'
import { api } from '#web/api/api-client.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { keyOf, query } from '#web/api/query.ts'
import { translateSentence } from '#web/messages/translate-sentence.ts'
import { ADMIN } from '#web/messages/admin.ts'
import { PROVIDERS } from '#web/messages/providers.ts'
import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/copy-text.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { openedPart } from '#web/ui/opened-part.tsx'
import { NETWORK_ERROR } from '#web/messages/accounts.ts'
import { adminErrorMessage } from './admin-error-message.ts'
import { useAdminAction } from './use-admin-action.ts'
import { LIVE_QUERY } from './live-query.ts'
import css from './providers.module.css'
import siteCss from './site.module.css'

const ProviderDialog = openedPart(async () => (await import('./provider-dialog.tsx')).ProviderDialog)

/** The providers that people log in with, such as a school. */
export const Providers = () => {
  const providers = useQuery({ ...query(listProviders), ...LIVE_QUERY })
  const [edited, setEdited] = useState<Provider | 'new'>()
  const client = useQueryClient()
  return (
    <section className={siteCss.group} aria-labelledby="providers">
      <h2 id="providers">{PROVIDERS.title}</h2>
      <div className={siteCss.fields}>
        <p className="muted">{PROVIDERS.text}</p>
        <Loaded query={providers} call={listProviders} loading={PROVIDERS.loading} messageOf={adminErrorMessage}>
          {({ data }) =>
            data.length === 0 ? (
              <p>{PROVIDERS.none}</p>
            ) : (
              <ul className={css.providers}>
                {data.map((provider) => (
                  <ProviderRow key={provider.id} provider={provider} onEdit={() => setEdited(provider)} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <div>
          <Button onClick={() => setEdited('new')}>{PROVIDERS.add}</Button>
        </div>
      </div>
      {edited && (
        <ProviderDialog
          provider={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={async () => {
            setEdited(undefined)
            await Promise.all(CHANGED.map((call) => client.invalidateQueries({ queryKey: keyOf(call) })))
          }}
        />
      )}
    </section>
  )
}

/** The login page has their names, which come with the settings. */
const CHANGED = [listProviders, getSiteSettings]

const ProviderRow = ({ provider, onEdit }: { provider: Provider; onEdit: () => void }) => {
  const { id, name, issuer, isFromEnvironment } = provider
  const [isAsked, setAsked] = useState(false)
  const [tested, setTested] = useState<{ isWorking: boolean; message: string }>()
  const test = useMutation({
    mutationFn: () => api(testProvider, { params: { provider: id } }),
    onSuccess: ({ data }) => setTested({ ...data, message: translateSentence(data.message) }),
    onError: (thrown) =>
      setTested({ isWorking: false, message: adminErrorMessage(thrown, testProvider, NETWORK_ERROR) }),
  })
  const copy = useCopy(PROVIDERS.copied, PROVIDERS.notCopied)
  return (
    <li>
      <p>
        <b dir="auto">{name}</b>
      </p>
      <p className="muted">
        <span dir="ltr">{issuer}</span>
      </p>
      {isFromEnvironment && <p className="muted">{PROVIDERS.inEnvironment}</p>}
      <div className={siteCss.actions}>
        <Button kind="quiet" busy={test.isPending} aria-label={PROVIDERS.testOf(name)} onClick={() => test.mutate()}>
          {PROVIDERS.test}
        </Button>
        {!isFromEnvironment && (
          <>
            <Button kind="quiet" aria-label={PROVIDERS.changeOf(name)} onClick={onEdit}>
              {PROVIDERS.change}
            </Button>
            <Button kind="quiet" danger aria-label={PROVIDERS.removeOf(name)} onClick={() => setAsked(true)}>
              {PROVIDERS.remove}
            </Button>
          </>
        )}
      </div>
      {tested && <Notice kind={tested.isWorking ? 'good' : 'bad'}>{tested.message}</Notice>}
      <details>
        <summary>{PROVIDERS.addresses}</summary>
        <dl className={css.addresses}>
          {ADDRESSES.map((address) => (
            <div key={address}>
              <dt>{PROVIDERS[address]}</dt>
              <dd>
                <code dir="ltr">{provider[address]}</code>
                <Button
                  kind="quiet"
                  aria-label={PROVIDERS.copyOf(PROVIDERS[address], name)}
                  onClick={() => void copy(provider[address])}
                >
                  {PROVIDERS.copy}
                </Button>
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {isAsked && <Remove provider={provider} onClose={() => setAsked(false)} />}
    </li>
  )
}

const ADDRESSES = ['callbackUrl', 'loggedOutUrl', 'backChannelUrl'] as const

const Remove = ({ provider: { id, name }, onClose }: { provider: Provider; onClose: () => void }) => {
  const { mutate, isPending } = useAdminAction({
    call: deleteProvider,
    send: () => api(deleteProvider, { params: { provider: id } }),
    done: PROVIDERS.removed(name),
    outdated: CHANGED,
    onDone: onClose,
    onFail: onClose,
  })
  return (
    <ConfirmDialog
      title={PROVIDERS.removeTitle(name)}
      onClose={onClose}
      cancel={ADMIN.cancel}
      go={PROVIDERS.remove}
      going={PROVIDERS.removing}
      isPending={isPending}
      onConfirm={() => mutate()}
    >
      <p>{PROVIDERS.removeText}</p>
    </ConfirmDialog>
  )
}
