// Derived from contract/webhooks.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/webhooks.ts'

export const changeWebhook = call<typeof endpoints.changeWebhook>("PUT", "/admin/webhooks/:id", "admin", "Failed to change the webhook")
export const deleteWebhook = call<typeof endpoints.deleteWebhook>("DELETE", "/admin/webhooks/:id", "admin", "Failed to remove the webhook")
export const listWebhooks = call<typeof endpoints.listWebhooks>("GET", "/admin/webhooks", "admin", "Failed to load webhooks")
export const makeWebhook = call<typeof endpoints.makeWebhook>("POST", "/admin/webhooks", "admin", "Failed to add the webhook")
export const testWebhook = call<typeof endpoints.testWebhook>("POST", "/admin/webhooks/:id/test", "admin", "Failed to send a test")
