import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseTime } from './database/database-time.ts'

/** What belongs to one request, wherever its work runs. */
export interface RequestContext {
  requestId: string
  /** W3C Trace Context, as the request had it. */
  traceparent: string | undefined
  databaseTime: DatabaseTime
}

const current = new AsyncLocalStorage<RequestContext>()

/** The context of a new request. One that the server makes itself, to render a page, has that of its cause. */
export const requestContext = (requestId: string, traceparent: string | undefined): RequestContext =>
  current.getStore() ?? { requestId, traceparent, databaseTime: new DatabaseTime() }

/** Runs a part of a request's work in its context. */
export const runInContext = <T>(context: RequestContext, work: () => T): T =>
  current.getStore() === context ? work() : current.run(context, work)

/** Waits for the database within the time of the current request; outside of requests, without a limit. */
export const withinDatabaseTime = <T>(work: () => Promise<T>): Promise<T> =>
  current.getStore()?.databaseTime.limit(work) ?? work()

const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?:-|$)/

/** What every line has that is logged while a request is handled: its id, its trace, and the span of its sender. */
export const requestFields = (): object => {
  const context = current.getStore()
  if (!context) return {}
  const { requestId, traceparent = '' } = context
  const [, traceId, parentSpanId] = TRACEPARENT.exec(traceparent) ?? []
  return { requestId, ...(traceId && parentSpanId && { traceId, parentSpanId }) }
}
