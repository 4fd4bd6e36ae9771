import { HIDDEN_MAX_YEARS } from '#contract/values/moderation.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'

/** The end of a hiding or suspension that a moderator asks for: in the future, and at most five years away; null for good. */
export const endOf = ({ now }: Services, until: string | null | undefined): Date | null => {
  if (until === null || until === undefined) return null
  const end = new Date(until)
  const latest = new Date(now())
  latest.setFullYear(latest.getFullYear() + HIDDEN_MAX_YEARS)
  const message =
    end <= now()
      ? 'The end must be in the future.'
      : end > latest
        ? `The end is at most ${HIDDEN_MAX_YEARS} years away. For longer, leave it out.`
        : undefined
  if (message) throw new Problem('invalid', { message, errors: { until: message } })
  return end
}
