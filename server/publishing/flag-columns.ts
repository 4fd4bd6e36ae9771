import { PREMIUM_MAX_YEARS } from '#contract/admin.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'
import type { BookPolicy } from './book-policy.ts'

/** What only an administrator changes in a book. */
export interface FlagChange {
  isPremium?: boolean | undefined
  /** An ISO date and time in the future; null for no end. */
  premiumDisplayUntil?: string | null | undefined
  isFeatured?: boolean | undefined
}

/** The columns of what only an administrator sets. */
export const flagColumns = (
  services: Services,
  { maySetFlags }: BookPolicy,
  { isPremium, premiumDisplayUntil, isFeatured }: FlagChange,
) => {
  const setsFlags = [isPremium, premiumDisplayUntil, isFeatured].some((flag) => flag !== undefined)
  if (setsFlags && !maySetFlags) throw new Problem('forbidden')
  if (isPremium !== undefined)
    return { isFeatured, isPremium, premiumUntil: premiumEnd(services, isPremium, premiumDisplayUntil ?? null) }
  if (premiumDisplayUntil !== undefined)
    throw new Problem('invalid', { errors: { isPremium: 'Please choose whether the book is premium' } })
  return { isFeatured }
}

const premiumEnd = ({ now }: Services, isPremium: boolean, premiumDisplayUntil: string | null): Date | null => {
  if (premiumDisplayUntil === null) return null
  const end = new Date(premiumDisplayUntil)
  const latest = new Date(now())
  latest.setFullYear(latest.getFullYear() + PREMIUM_MAX_YEARS)
  const message = !isPremium
    ? 'Only a premium book can have an end date.'
    : Number.isNaN(end.getTime()) || end <= now()
      ? 'The end of premium must be in the future.'
      : end > latest
        ? `The end of premium is at most ${PREMIUM_MAX_YEARS} years away.`
        : undefined
  if (message) throw new Problem('invalid', { message, errors: { premiumDisplayUntil: message } })
  return end
}
