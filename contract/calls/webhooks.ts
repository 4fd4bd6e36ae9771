import { call } from '#contract/endpoint.ts'

export const WEBHOOK_EVENTS = ['book.published', 'book.updated', 'report.created'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
export const WEBHOOKS_MAX = 20
export const WEBHOOK_URL_MAX = 500
/** How many deliveries of a webhook are listed, the newest first. */
export const LISTED_DELIVERIES = 20

export const listWebhooks = call('GET', '/admin/webhooks', 'admin', 'Failed to load webhooks')
export const makeWebhook = call('POST', '/admin/webhooks', 'admin', 'Failed to add the webhook')
export const changeWebhook = call('PUT', '/admin/webhooks/:id', 'admin', 'Failed to change the webhook')
export const deleteWebhook = call('DELETE', '/admin/webhooks/:id', 'admin', 'Failed to remove the webhook')
export const testWebhook = call('POST', '/admin/webhooks/:id/test', 'admin', 'Failed to send a test')
