import { isShown } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'
import { postSigned } from './post-signed.ts'
import { type Lookup, parseTarget, resolveTarget, TargetError } from '#server/platform/outgoing/public-target.ts'

/** The pauses between them grow to a day: the last is some two days after the first. */
const ATTEMPTS = 11
/** Who takes such an answer wants no more of this delivery. */
const GONE = 410
const ERROR_MAX = 200

/** A failed attempt, after which the job is run again. */
class DeliveryError extends Error {
  override name = 'DeliveryError'
}

/**
 * Sends a delivery once and records what came of it. Throws if it shall be tried again later. A delivery of a book that
 * is no longer shown, or of a webhook that was turned off, is dropped.
 */
export const deliverWebhook = async (services: Services, id: string, lookup?: Lookup): Promise<void> => {
  const { db, now, settings } = services
  const delivery = await db
    .selectFrom('webhookDeliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhookId')
    .select(['d.event', 'd.data', 'd.queuedAt', 'd.attempts', 'w.url', 'w.secret', 'w.isActive'])
    .where('d.id', '=', id)
    .where('d.state', '=', 'waiting')
    .executeTakeFirst()
  if (!delivery) return
  const { event, isActive, queuedAt, secret } = delivery
  const data = await currentData(services, event, delivery.data as Record<string, string>)
  if (!data || (!isActive && event !== 'ping')) {
    await record(services, id, { state: 'dropped' })
    return
  }
  const body = JSON.stringify({ type: event, timestamp: queuedAt.toISOString(), data })
  const attempts = delivery.attempts + 1
  const outcome = await send(delivery.url, { networks: settings.webhookNetworks, lookup }, (url, target) =>
    postSigned(url, target, { id, sentAt: now(), secret, body }),
  )
  const isLast = attempts >= ATTEMPTS || outcome.status === GONE || event === 'ping'
  const state = outcome.isDelivered ? 'delivered' : isLast ? 'failed' : 'waiting'
  const { status = null, error = null } = outcome
  await record(services, id, { state, attempts, triedAt: now(), status, error: error?.slice(0, ERROR_MAX) ?? null })
  if (state === 'waiting') throw new DeliveryError('the webhook was not delivered')
}

const record = async ({ db }: Services, id: string, values: Partial<Recorded>) => {
  await db.updateTable('webhookDeliveries').set(values).where('id', '=', id).where('state', '=', 'waiting').execute()
}

interface Recorded {
  state: string
  attempts: number
  triedAt: Date
  status: number | null
  error: string | null
}

const send = async (
  text: string,
  { networks, lookup }: { networks: readonly string[]; lookup: Lookup | undefined },
  post: (url: URL, target: Awaited<ReturnType<typeof resolveTarget>>) => Promise<number>,
): Promise<{ isDelivered: boolean; status?: number; error?: string }> => {
  try {
    const url = parseTarget(text)
    const status = await post(url, await resolveTarget(url, networks, lookup))
    if (status >= 200 && status < 300) return { isDelivered: true, status }
    const error = status >= 300 && status < 400 ? 'It answered with a redirect, which is not followed.' : undefined
    return { isDelivered: false, status, ...(error && { error }) }
  } catch (error) {
    return { isDelivered: false, error: error instanceof TargetError ? error.message : reasonOf(error) }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens at this address.',
  ECONNRESET: 'The connection was closed before an answer.',
  ABORT_ERR: 'There was no answer within ten seconds.',
  CERT_HAS_EXPIRED: 'The certificate of this address has expired.',
}

const reasonOf = (error: unknown): string => {
  const { code = '', cause } = error as { code?: unknown; cause?: { name?: string } }
  if (cause?.name === 'TimeoutError') return REASONS['ABORT_ERR'] ?? ''
  return REASONS[String(code)] ?? `The request failed (${String(code) || 'no code'}).`
}

/** What is sent of an event now; undefined if its book is not shown any longer. */
const currentData = async ({ db, siteUrl }: Services, event: string, data: Record<string, string>) => {
  if (event === 'ping') return {}
  if (!event.startsWith('book.')) return { ...data, url: `${siteUrl.current()}/moderation/reports` }
  const { _id = '' } = data
  const book = await db
    .selectFrom('books')
    .select(['title', 'author', 'genre'])
    .where('id', '=', _id)
    .where(isShown)
    .executeTakeFirst()
  return book && { _id, ...book, url: `${siteUrl.current()}/books/${_id}` }
}
