import * as calls from '#contract/webhooks.ts'
import { done, type Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { changeWebhook, deleteWebhook, listWebhooks, makeWebhook, testWebhook } from './webhooks.ts'

export const webhookRoutes = (serve: Serve, services: Services) => {
  serve(calls.listWebhooks, async () => done(await listWebhooks(services)))
  serve(calls.makeWebhook, async ({ body, caller }) => done(await makeWebhook(services, caller, body)))
  serve(calls.changeWebhook, async ({ params: { id }, body, caller }) =>
    done(await changeWebhook(services, caller, { id, ...body })),
  )
  serve(calls.deleteWebhook, async ({ params, caller }) => done(await deleteWebhook(services, caller, params.id)))
  serve(calls.testWebhook, async ({ params, caller }) => done(await testWebhook(services, caller, params.id)))
}
