import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { daysBefore } from '#contract/values/durations.ts'
import { Problem } from '#contract/api/problems.ts'
import { type Delivery, LISTED_DELIVERIES, type Webhook, type WebhookEvent, WEBHOOKS_MAX } from '#contract/webhooks.ts'
import { withAudit } from '#server/platform/audit-log.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { toSecret } from './post-signed.ts'
import { parseTarget, resolveTarget, TargetError } from '#server/platform/outgoing/public-target.ts'
import { WEBHOOK_JOB } from './queue-webhooks.ts'

const SECRET_BYTES = 32
/** How long the log of deliveries goes back. */
const LOG_DAYS = 30

/** The webhooks, the oldest first, without their secrets. */
export const listWebhooks = async ({ db }: Services): Promise<Webhook[]> => {
  const webhooks = await db.selectFrom('webhooks').selectAll().orderBy('madeAt').orderBy('id').execute()
  return Promise.all(
    webhooks.map(async ({ id, url, events, isActive, madeAt }) => ({
      _id: id,
      url,
      isActive,
      madeAt: madeAt.toISOString(),
      events: events as WebhookEvent[],
      deliveries: await lastDeliveries(db, id),
    })),
  )
}

const lastDeliveries = async (db: Services['db'], webhookId: string): Promise<Delivery[]> => {
  const rows = await db
    .selectFrom('webhookDeliveries')
    .select(['id', 'event', 'state', 'attempts', 'queuedAt', 'triedAt', 'status', 'error'])
    .where('webhookId', '=', webhookId)
    .orderBy('queuedAt', 'desc')
    .orderBy('id')
    .limit(LISTED_DELIVERIES)
    .execute()
  return rows.map(({ id, event, state, queuedAt, triedAt, ...row }) => ({
    _id: id,
    ...row,
    queuedAt: queuedAt.toISOString(),
    triedAt: triedAt?.toISOString() ?? null,
    event: event as Delivery['event'],
    state: state as Delivery['state'],
  }))
}

/** Adds a webhook, if its address is one that may be called. Its secret is in this answer alone. */
export const makeWebhook = async (
  services: Services,
  admin: Caller,
  { url, events }: { url: string; events: WebhookEvent[] },
) => {
  const target = await checked(url, services.settings.webhookNetworks)
  const secret = toSecret(randomBytes(SECRET_BYTES))
  return withAudit(services, admin, async ({ db, now }) => {
    // Two that are added at once must not exceed the limit together.
    await sql`lock table webhooks in share row exclusive mode`.execute(db)
    const { count } = await db
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= WEBHOOKS_MAX)
      throw new Problem('invalid', { errors: { url: `There are ${WEBHOOKS_MAX} webhooks already.` } })
    const values = { url: target.href, secret, events: [...new Set(events)], madeAt: now() }
    const { id } = await db.insertInto('webhooks').values(values).returning('id').executeTakeFirstOrThrow()
    return {
      result: { _id: id, secret },
      entry: {
        action: 'make webhook',
        subject: `webhook ${id}`,
        name: target.host,
        after: { url: target.href, events: values.events.join(', ') },
      },
    }
  })
}

const checked = async (text: string, networks: readonly string[]): Promise<URL> => {
  try {
    const url = parseTarget(text)
    await resolveTarget(url, networks)
    return url
  } catch (error) {
    if (error instanceof TargetError) throw new Problem('invalid', { errors: { url: error.message } })
    throw error
  }
}

const hostOf = (url: string) => new URL(url).host

export const changeWebhook = (
  services: Services,
  admin: Caller,
  { id, ...change }: { id: string; events?: WebhookEvent[] | undefined; isActive?: boolean | undefined },
) =>
  withAudit(services, admin, async ({ db }) => {
    const before = await db.selectFrom('webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!before) throw new Problem('notFound')
    const { isActive = before.isActive } = change
    const events = [...new Set(change.events ?? before.events)]
    await db.updateTable('webhooks').set({ events, isActive }).where('id', '=', id).execute()
    return {
      result: { _id: id },
      entry: {
        action: 'change webhook',
        subject: `webhook ${id}`,
        name: hostOf(before.url),
        before: { events: before.events.join(', '), isActive: before.isActive },
        after: { events: events.join(', '), isActive },
      },
    }
  })

export const deleteWebhook = (services: Services, admin: Caller, id: string) =>
  withAudit(services, admin, async ({ db }) => {
    const deleted = await db.deleteFrom('webhooks').where('id', '=', id).returning(['url', 'events']).executeTakeFirst()
    if (!deleted) throw new Problem('notFound')
    return {
      result: { _id: id },
      entry: {
        action: 'delete webhook',
        subject: `webhook ${id}`,
        name: hostOf(deleted.url),
        before: { url: deleted.url, events: deleted.events.join(', ') },
      },
    }
  })

/** Queues a `ping`, also to a webhook that is turned off. */
export const testWebhook = (services: Services, admin: Caller, webhookId: string) =>
  withAudit(services, admin, async ({ db, jobs, now }) => {
    const webhook = await db.selectFrom('webhooks').select('url').where('id', '=', webhookId).executeTakeFirst()
    if (!webhook) throw new Problem('notFound')
    const { id } = await db
      .insertInto('webhookDeliveries')
      .values({ webhookId, event: 'ping', data: '{}', queuedAt: now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await jobs.enqueue(db, WEBHOOK_JOB, { delivery: id })
    return {
      result: { delivery: id },
      entry: { action: 'test webhook', subject: `webhook ${webhookId}`, name: hostOf(webhook.url) },
    }
  })

export const deleteOldDeliveries = async ({ db, now }: Services): Promise<void> => {
  const oldest = daysBefore(now(), LOG_DAYS)
  await db.deleteFrom('webhookDeliveries').where('queuedAt', '<', oldest).execute()
}
