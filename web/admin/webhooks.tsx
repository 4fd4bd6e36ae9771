import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeWebhook, deleteWebhook, listWebhooks, makeWebhook, testWebhook } from '#contract/calls/webhooks.ts'
import { WEBHOOK_EVENTS, WEBHOOK_URL_MAX, type WebhookEvent } from '#contract/values/webhooks.ts'
import type { Delivery, Webhook } from '#contract/webhooks.ts'
import { api } from '#web/api/api-client.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { query } from '#web/api/query.ts'
import { useSentences } from '#web/language/use-sentences.ts'
import { WEBHOOKS } from '#web/messages/webhooks.ts'
import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/copy-text.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { formatTime } from '#web/ui/format-time.ts'
import { adminErrorMessage } from './admin-error-message.ts'
import { CheckField } from './check-field.tsx'
import { LIVE_QUERY } from './live-query.ts'
import css from './webhooks.module.css'
import siteCss from './site.module.css'
import { useAdminChanges } from './use-admin-action.ts'
import { useAdminForm } from './use-admin-form.ts'
import { SIGNS } from '#web/messages/signs.ts'

/** Other systems that are told of events, with what was sent to them. */
export const Webhooks = () => {
  const webhooks = useQuery({ ...query(listWebhooks), ...LIVE_QUERY })
  return (
    <section className={siteCss.group} aria-labelledby="webhooks">
      <h2 id="webhooks">{WEBHOOKS.title}</h2>
      <div className={siteCss.fields}>
        <p className="muted">{WEBHOOKS.text}</p>
        <NewWebhook />
        <Loaded query={webhooks} call={listWebhooks} loading={WEBHOOKS.loading} messageOf={adminErrorMessage}>
          {({ data }) =>
            data.length === 0 ? (
              <p>{WEBHOOKS.none}</p>
            ) : (
              <ul className={css.webhooks}>
                {data.map((webhook) => (
                  <WebhookRow key={webhook._id} webhook={webhook} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </section>
  )
}

const NewWebhook = () => {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS)
  const [secret, setSecret] = useState<string>()
  const { onSubmit, isPending, errors, field } = useAdminForm({
    call: makeWebhook,
    send: () => api(makeWebhook, { body: { url, events: [...events] } }),
    outdated: [listWebhooks],
    onSuccess: ({ data }) => {
      setUrl('')
      setSecret(data.secret)
    },
  })
  const copy = useCopy(WEBHOOKS.copied, WEBHOOKS.notCopied)
  return (
    <form className={css.form} onSubmit={onSubmit}>
      <TextField
        label={WEBHOOKS.url}
        {...field('url', url, setUrl)}
        type="url"
        dir="ltr"
        hint={WEBHOOKS.urlHint}
        autoComplete="off"
        maxLength={WEBHOOK_URL_MAX}
      />
      <fieldset className={css.events}>
        <legend>{WEBHOOKS.events}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <CheckField
            key={event}
            name={event}
            label={WEBHOOKS.eventNames[event]}
            checked={events.includes(event)}
            onChange={(isWanted) =>
              setEvents(WEBHOOK_EVENTS.filter((one) => (one === event ? isWanted : events.includes(one))))
            }
          />
        ))}
        {errors['events'] && <p role="alert">{errors['events']}</p>}
      </fieldset>
      <div>
        <Button type="submit" busy={isPending}>
          {WEBHOOKS.add}
        </Button>
      </div>
      <div role="status">
        {secret && (
          <div className={css.secret}>
            <p>{WEBHOOKS.secret}</p>
            <p>
              <code>{secret}</code>
            </p>
            <p className="muted">{WEBHOOKS.secretHint}</p>
            <Button kind="quiet" onClick={() => void copy(secret)}>
              {WEBHOOKS.copy}
            </Button>
          </div>
        )}
      </div>
    </form>
  )
}

const WebhookRow = ({ webhook }: { webhook: Webhook }) => {
  const { _id: id, url, events, isActive, deliveries } = webhook
  const { mutate, isPending: busy } = useAdminChanges({ outdated: [listWebhooks] })
  const { host } = new URL(url)
  const params = { id }
  return (
    <li>
      <p>
        <code dir="ltr">{url}</code> {!isActive && <b>{WEBHOOKS.off}</b>}
      </p>
      <p className="muted">{events.map((event) => WEBHOOKS.eventNames[event]).join(SIGNS.dot)}</p>
      <div className={siteCss.actions}>
        <Button
          kind="quiet"
          busy={busy}
          aria-label={WEBHOOKS.testOf(host)}
          onClick={() => mutate({ call: testWebhook, send: () => api(testWebhook, { params }), done: WEBHOOKS.tested })}
        >
          {WEBHOOKS.test}
        </Button>
        <Button
          kind="quiet"
          busy={busy}
          aria-label={isActive ? WEBHOOKS.turnOffOf(host) : WEBHOOKS.turnOnOf(host)}
          onClick={() =>
            mutate({
              call: changeWebhook,
              send: () => api(changeWebhook, { params, body: { isActive: !isActive } }),
              done: WEBHOOKS.changed,
            })
          }
        >
          {isActive ? WEBHOOKS.turnOff : WEBHOOKS.turnOn}
        </Button>
        <Button
          kind="quiet"
          danger
          busy={busy}
          aria-label={WEBHOOKS.removeOf(host)}
          onClick={() =>
            mutate({ call: deleteWebhook, send: () => api(deleteWebhook, { params }), done: WEBHOOKS.removed })
          }
        >
          {WEBHOOKS.remove}
        </Button>
      </div>
      <details>
        <summary>{WEBHOOKS.log}</summary>
        {deliveries.length === 0 ? <p className="muted">{WEBHOOKS.noLog}</p> : <DeliveryLog deliveries={deliveries} />}
      </details>
    </li>
  )
}

const DeliveryLog = ({ deliveries }: { deliveries: readonly Delivery[] }) => {
  const translate = useSentences()
  return (
    <table className={css.log}>
      <thead>
        <tr>
          <th scope="col">{WEBHOOKS.columns.when}</th>
          <th scope="col">{WEBHOOKS.columns.event}</th>
          <th scope="col">{WEBHOOKS.columns.outcome}</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <tr key={delivery._id}>
            <td>{formatTime(delivery.triedAt ?? delivery.queuedAt)}</td>
            <td>{delivery.event === 'ping' ? WEBHOOKS.ping : WEBHOOKS.eventNames[delivery.event]}</td>
            <td>{outcomeOf(delivery, translate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const outcomeOf = (
  { state, attempts, status, error }: Delivery,
  translate: ReturnType<typeof useSentences>,
): string => {
  if (state === 'delivered' || state === 'dropped') return WEBHOOKS[state]
  if (state !== 'failed' && attempts === 0) return WEBHOOKS.waiting
  const answer = error === null ? (status === null ? '' : WEBHOOKS.answer(status)) : translate(error)
  return `${state === 'failed' ? WEBHOOKS.failed(attempts) : WEBHOOKS.triedAgain(attempts)} ${answer}`
}
