import type { ProblemBody, ProblemType } from './problems.ts'

/** A call that failed, with what the response says. Across the network compare `type`. */
export class ApiError extends Error {
  readonly type: ProblemBody['type']
  readonly status: number
  readonly errors: ProblemBody['errors'] | undefined
  readonly needsVerification: boolean | undefined
  /** A free value in place of a taken one. */
  readonly suggestion: string | undefined
  readonly requestId: string | undefined
  /** In seconds. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: Partial<ProblemBody>, retryAfter?: number) {
    super(body.message ?? '')
    this.status = status
    this.type = body.type ?? 'unknown'
    this.errors = body.errors
    this.needsVerification = body.needsVerification
    this.suggestion = body.suggestion
    this.requestId = body.requestId
    this.retryAfter = retryAfter
  }
}

/** Whether a call failed with a response of the API, of that type if one is named. */
export const isProblem = (thrown: unknown, type?: ProblemType): thrown is ApiError =>
  thrown instanceof ApiError && (type === undefined || thrown.type === type)
