import type { ProblemBody, ProblemType } from './problems.ts'

/** A call that failed, with what the response says. Across the network compare `type`. */
export class ApiError extends Error {
  declare readonly type: ProblemBody['type']
  declare readonly status: number
  declare readonly errors: ProblemBody['errors'] | undefined
  declare readonly needsVerification: boolean | undefined
  /** What the second step of the login is done with. */
  declare readonly secondFactor: ProblemBody['secondFactor'] | undefined
  /** A free value in place of a taken one. */
  declare readonly suggestion: string | undefined
  declare readonly requestId: string | undefined
  /** In seconds. */
  declare readonly retryAfter: number | undefined

  constructor(status: number, body: Partial<ProblemBody>, retryAfter?: number) {
    super(body.message ?? '')
    // One assignment, because every page loads this class.
    Object.assign(this, { type: 'unknown' }, body, { status, retryAfter })
  }
}

/** Whether a call failed with a response of the API, of that type if one is named. */
export const isProblem = (thrown: unknown, type?: ProblemType): thrown is ApiError =>
  thrown instanceof ApiError && (type === undefined || thrown.type === type)
