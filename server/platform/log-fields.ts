import { AsyncLocalStorage } from 'node:async_hooks'

/** What every line has that is logged while a request is handled. */
export interface RequestFields {
  requestId: string
  /** The trace that the request belongs to, and the span of its sender: W3C Trace Context. */
  traceId?: string
  parentSpanId?: string
}

const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?:-|$)/

const current = new AsyncLocalStorage<RequestFields>()
const byRequest = new WeakMap<object, RequestFields>()

/** Runs a part of a request's work. What the server asks itself, to render a page, is logged with the id of its cause. */
export const withRequestFields = <T>(
  { raw, id, headers }: { raw: object; id: string; headers: Record<string, unknown> },
  work: () => T,
): T => {
  const fields = byRequest.get(raw) ?? current.getStore() ?? fieldsOf(id, headers['traceparent'])
  byRequest.set(raw, fields)
  return current.run(fields, work)
}

/** The fields of the request that is being handled; none outside of requests. */
export const requestFields = (): object => ({ ...current.getStore() })

const fieldsOf = (requestId: string, traceparent: unknown): RequestFields => {
  const [, traceId, parentSpanId] = TRACEPARENT.exec(String(traceparent)) ?? []
  return { requestId, ...(traceId && parentSpanId && { traceId, parentSpanId }) }
}
