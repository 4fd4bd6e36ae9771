import {
  type FieldErrors,
  isProblem,
  Problem,
  type ProblemBody,
  type ProblemName,
  STATUS,
} from '#contract/api/problems.ts'

const BY_CODE: Record<string, ProblemName> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'unreadableBody',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'unreadableBody',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedType',
  FST_ERR_BAD_URL: 'invalid',
  FST_ERR_MAX_PARAM_LENGTH: 'notFound',
  FST_ERR_ROUTE_MISSING_HANDLER: 'notFound',
  HPE_HEADER_OVERFLOW: 'headerTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  ECONNRESET: 'unreadableBody',
  ERR_STREAM_PREMATURE_CLOSE: 'unreadableBody',
  // Foreign key violation: the referenced row was deleted by a concurrent request.
  '23503': 'deletedMeanwhile',
}

/** The disk, the database or the network is unavailable: the same request may succeed later. */
const TRANSIENT =
  /^(ENOSPC|EROFS|EDQUOT|EMFILE|ENFILE|EIO|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-5]|57014|55P03|53\d{3}|40001|40P01|25P03|25006|58030)$/

/** Messages of node-postgres, which has no codes for lost connections and connection timeouts. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|timeout expired)/

const RETRY_SECONDS = 2

const codeOf = (thrown: unknown) => String((thrown as { code?: unknown } | null)?.code ?? '')

/** A stopped PostgreSQL has removed its socket. Any other missing file is a fault of ours. */
const isMissingSocket = (thrown: unknown) =>
  codeOf(thrown) === 'ENOENT' && (thrown as NodeJS.ErrnoException).syscall === 'connect'

/** The failed service is expected back soon. */
export const isTransient = (thrown: unknown) =>
  TRANSIENT.test(codeOf(thrown)) ||
  isMissingSocket(thrown) ||
  CONNECTION_LOST.test(String((thrown as Error | null)?.message ?? ''))

/** Maps whatever was thrown to a problem. */
export const problemOf = (thrown: unknown): Problem => {
  if (isProblem(thrown)) return thrown
  const known = BY_CODE[codeOf(thrown)]
  if (known && codeOf(thrown) !== 'ECONNRESET') return new Problem(known)
  if (isTransient(thrown)) return new Problem('unavailable', { retryAfter: RETRY_SECONDS })
  const status = Number((thrown as { statusCode?: unknown } | null)?.statusCode)
  // Fastify and its plugins: a path that leads to no file is 403 or 404 to them.
  if (status === 403 || status === 404) return new Problem('notFound')
  if (status >= 400 && status < 500) return new Problem('invalid')
  return new Problem('internal')
}

/** A field with another name was made up by a client: its name is not repeated in the response. */
const FIELD_NAME = /^[\w.-]{1,64}$/

const withPlainNames = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => FIELD_NAME.test(name)))

/** The error body of the API. A 503 carries the failure message of its own call. */
export const bodyOf = (problem: Problem, requestId: string, failed?: string): ProblemBody => ({
  message: problem.status === STATUS.unavailable && failed ? failed : problem.message,
  type: problem.type,
  ...(problem.errors && { errors: withPlainNames(problem.errors) }),
  ...(problem.needsVerification && { needsVerification: true }),
  ...(problem.secondFactor && { needsSecondFactor: true, secondFactor: problem.secondFactor }),
  ...(problem.suggestion && { suggestion: problem.suggestion }),
  requestId,
})
