import * as z from 'zod/mini'
import { endpoint } from './api/endpoint.ts'
import { idInPath } from './shapes/ids.ts'
import { line } from './shapes/text.ts'
import { WEBHOOK_EVENTS, WEBHOOK_URL_MAX, WEBHOOKS_MAX } from './values/webhooks.ts'

export * from './values/webhooks.ts'

const BAD_EVENTS = `Choose at least one of ${WEBHOOK_EVENTS.join(', ')}`

const Events = z
  .array(z.enum(WEBHOOK_EVENTS, BAD_EVENTS), BAD_EVENTS)
  .check(z.minLength(1, BAD_EVENTS), z.maxLength(WEBHOOK_EVENTS.length, BAD_EVENTS))

/** `ping` is a test. `status` is that of the last answer; `error` says why a delivery has not succeeded. */
const Delivery = z.object({
  _id: z.string(),
  event: z.enum([...WEBHOOK_EVENTS, 'ping']),
  state: z.enum(['waiting', 'delivered', 'failed', 'dropped']),
  attempts: z.int(),
  queuedAt: z.string(),
  triedAt: z.nullable(z.string()),
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
})
export type Delivery = z.infer<typeof Delivery>

const Webhook = z.object({
  _id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  isActive: z.boolean(),
  madeAt: z.string(),
  deliveries: z.array(Delivery),
})
export type Webhook = z.infer<typeof Webhook>

const WebhookParams = z.object({ id: idInPath('notFound') })

export const listWebhooks = endpoint('GET', '/admin/webhooks', 'admin', {
  failureMessage: 'Failed to load webhooks',
  summary: 'The webhooks, each with its last deliveries',
  response: z.object({ success: z.literal(true), data: z.array(Webhook) }),
})

export const makeWebhook = endpoint('POST', '/admin/webhooks', 'admin', {
  failureMessage: 'Failed to add the webhook',
  needsReauthentication: true,
  rates: [{ by: 'caller', max: 60, seconds: 3600 }],
  summary: `Add a webhook, at most ${WEBHOOKS_MAX}; its secret is told this once`,
  body: z.strictObject({
    url: line({
      max: WEBHOOK_URL_MAX,
      missing: 'Please enter an address that begins with https://',
      tooLong: `An address has at most ${WEBHOOK_URL_MAX} characters`,
    }),
    events: Events,
  }),
  response: z.object({ success: z.literal(true), data: z.object({ _id: z.string(), secret: z.string() }) }),
  status: 201,
})

export const changeWebhook = endpoint('PUT', '/admin/webhooks/:id', 'admin', {
  failureMessage: 'Failed to change the webhook',
  summary: 'Choose the events of a webhook, or turn it off and on',
  params: WebhookParams,
  body: z.strictObject({ events: z.optional(Events), isActive: z.optional(z.boolean('This is true or false.')) }),
  response: z.object({ success: z.literal(true), data: z.object({ _id: z.string() }) }),
})

export const deleteWebhook = endpoint('DELETE', '/admin/webhooks/:id', 'admin', {
  failureMessage: 'Failed to remove the webhook',
  summary: 'Remove a webhook with its deliveries',
  params: WebhookParams,
  response: z.object({ success: z.literal(true), data: z.object({ _id: z.string() }) }),
})

export const testWebhook = endpoint('POST', '/admin/webhooks/:id/test', 'admin', {
  failureMessage: 'Failed to send a test',
  rates: [{ by: 'caller', max: 30, seconds: 60 }],
  summary: 'Send a `ping` to a webhook, which is tried once',
  params: WebhookParams,
  response: z.object({ success: z.literal(true), data: z.object({ delivery: z.string() }) }),
})
