import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getAppState, removeAppIcon, removeAppKey, setAppIcon, setAppKey } from '#contract/calls/apps.ts'
import { getSiteSettings } from '#contract/calls/site.ts'
import type { AppPackage, AppState } from '#contract/apps.ts'
import { api } from '#web/api/api-client.ts'
import { toFailure } from '#web/api/failure.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { keyOf, query } from '#web/api/query.ts'
import { NETWORK_ERROR } from '#web/messages/accounts.ts'
import { APP_PAGE } from '#web/messages/admin-app.ts'
import { grouped } from '#web/messages/counts.ts'
import { Button } from '#web/ui/button.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { adminErrorMessage } from './admin-error-message.ts'
import { type AdminChange, useAdminChanges } from './use-admin-action.ts'
import css from './site.module.css'

const ASKED_AGAIN_MS = 2000

/** The app that the site makes: its state in words, what it is made from, and what to check it by. */
export const SiteApp = () => {
  const app = useQuery({
    ...query(getAppState),
    refetchInterval: ({ state }) => state.data?.data.state === 'making' && ASKED_AGAIN_MS,
  })
  return (
    <section className={css.group} aria-labelledby="site-app">
      <h2 id="site-app">{APP_PAGE.title}</h2>
      <div className={css.fields}>
        <Loaded query={app} call={getAppState} loading={APP_PAGE.loading} messageOf={adminErrorMessage}>
          {({ data }) => <Shown app={data} />}
        </Loaded>
      </div>
    </section>
  )
}

const Shown = ({ app: { state, fault, app, hasIcon, key } }: { app: AppState }) => {
  const { change, busy, errors } = useChange()
  const setIcon = (file: File) => {
    const body = new FormData()
    body.append('image', file, file.name)
    change({ field: 'image', call: setAppIcon, done: APP_PAGE.iconSet, send: () => api(setAppIcon, { body }) })
  }
  const setKey = (file: File) =>
    change({
      field: 'pem',
      call: setAppKey,
      done: APP_PAGE.keySet,
      send: async () => api(setAppKey, { body: { pem: await file.text() } }),
    })
  const isOffered = state === 'made' || state === 'making' || state === 'failed'
  return (
    <>
      <p role="status">{APP_PAGE.states[state]}</p>
      {state === 'failed' && fault && (
        <p>
          {APP_PAGE.faults[fault]} {app && APP_PAGE.earlierStays}
        </p>
      )}
      {isOffered && app && <Facts app={app} />}
      <FileField
        label={APP_PAGE.icon}
        name="image"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        hint={APP_PAGE.iconHint}
        error={errors['image']}
        aria-disabled={busy || undefined}
        isSent
        onFile={setIcon}
      />
      {hasIcon && (
        <p>
          <Button
            busy={busy}
            onClick={() =>
              change({
                field: 'image',
                call: removeAppIcon,
                done: APP_PAGE.iconRemoved,
                send: () => api(removeAppIcon),
              })
            }
          >
            {APP_PAGE.removeIcon}
          </Button>
        </p>
      )}
      <p>{key ? { made: APP_PAGE.keyOfSite, brought: APP_PAGE.keyBrought }[key.source] : APP_PAGE.noKey}</p>
      <FileField
        label={APP_PAGE.key}
        name="pem"
        accept=".pem,.key,.crt"
        hint={APP_PAGE.keyHint}
        error={errors['pem']}
        aria-disabled={busy || undefined}
        isSent
        onFile={setKey}
      />
      {key?.source === 'brought' && (
        <p>
          <Button
            busy={busy}
            onClick={() =>
              change({ field: 'pem', call: removeAppKey, done: APP_PAGE.keyRemoved, send: () => api(removeAppKey) })
            }
          >
            {APP_PAGE.removeKey}
          </Button>
        </p>
      )}
    </>
  )
}

const Facts = ({ app }: { app: AppPackage }) => (
  <>
    <p className={css.said}>
      <a href={app.url}>{APP_PAGE.file}</a>
    </p>
    <dl className={css.facts}>
      {Object.entries({
        [APP_PAGE.version]: APP_PAGE.versionValue(app.versionName, app.versionCode),
        [APP_PAGE.size]: APP_PAGE.kilobytes(grouped(Math.ceil(app.bytes / 1024))),
        [APP_PAGE.packageId]: app.packageId,
        [APP_PAGE.fileSum]: app.sha256,
        [APP_PAGE.certificateSum]: app.certificateSha256,
      }).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </>
)

interface Change extends AdminChange {
  /** Where a failure is said beside the toast. */
  field: 'image' | 'pem'
}

/** One change at a time. */
const useChange = () => {
  const client = useQueryClient()
  const { mutate, isPending, error, variables } = useAdminChanges<Change>({
    // Nothing waits for it: a file that is chosen meanwhile would be left out.
    onDone: () => {
      for (const one of [getAppState, getSiteSettings]) void client.invalidateQueries({ queryKey: keyOf(one) })
    },
  })
  const message =
    error && variables
      ? (toFailure(error, variables.call).errors[variables.field] ??
        adminErrorMessage(error, variables.call, NETWORK_ERROR))
      : undefined
  return {
    change: (made: Change) => {
      if (!isPending) mutate(made)
    },
    busy: isPending,
    errors: { ...(variables && message && { [variables.field]: message }) } as Record<string, string>,
  }
}
