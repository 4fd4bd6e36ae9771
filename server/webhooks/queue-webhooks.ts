import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/webhooks.ts'
import type { Services } from '#server/platform/services.ts'

export const WEBHOOK_JOB = 'deliver-webhook'

/**
 * Queues an event for all webhooks that want it, in the transaction of its cause. Of a book `data` is its `_id`: what
 * is sent of it is read when it is sent.
 */
export const queueWebhooks = async (
  { db, jobs, now }: Pick<Services, 'db' | 'jobs' | 'now'>,
  event: WebhookEvent,
  data: Record<string, string>,
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    insert into webhook_deliveries (webhook_id, event, data, queued_at)
    select id, ${event}, ${JSON.stringify(data)}::jsonb, ${now()} from webhooks
    where is_active and ${event} = any(events)
    returning id`.execute(db)
  for (const { id } of rows) await jobs.enqueue(db, WEBHOOK_JOB, { delivery: id })
}
