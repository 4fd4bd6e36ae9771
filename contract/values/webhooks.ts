export const WEBHOOK_EVENTS = ['book.published', 'book.updated', 'report.created'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
export const WEBHOOKS_MAX = 20
export const WEBHOOK_URL_MAX = 500
/** How many deliveries of a webhook are listed, the newest first. */
export const LISTED_DELIVERIES = 20
