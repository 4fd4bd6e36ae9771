import { ApiError, isProblem } from '#contract/api/api-error.ts'
import { PAGE_PROBLEMS } from '#contract/api/page-problems.ts'

const TOO_LARGE = 413

/** The failure of an upload, with words if a proxy refused it in place of the library, which always says why. */
export const withWords = (thrown: unknown): unknown =>
  isProblem(thrown) && thrown.status === TOO_LARGE && !thrown.message
    ? new ApiError(TOO_LARGE, PAGE_PROBLEMS.uploadRefusedBefore)
    : thrown
