import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { WEBHOOK_JOB } from './queue-webhooks.ts'
import { deleteOldDeliveries } from './webhooks.ts'

export const webhookJobs = (services: Services): Job[] => [
  // A receiver that does not answer holds up the next ones for the ten seconds of its request.
  { name: WEBHOOK_JOB, concurrency: 4, run: ({ delivery = '' }) => deliverWebhook(services, delivery) },
  { name: 'delete-old-deliveries', schedule: '47 4 * * *', run: () => deleteOldDeliveries(services) },
]
