import { PREMIUM_MAX_YEARS } from '#contract/admin.ts'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'

interface Premium {
  isPremium: boolean
  /** An ISO date and time in the future; null for no end. */
  premiumDisplayUntil: string | null
}

/** When a book's time as premium ends, checked; an end without premium makes no sense. */
export const premiumEnd = ({ now }: Services, { isPremium, premiumDisplayUntil }: Premium): Date | null => {
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

/** Sets premium, it doesn't flip it: sending it twice does no harm. */
export const setPremium = async (services: Services, id: string, premium: Premium): Promise<void> => {
  const premiumUntil = premiumEnd(services, premium)
  await mustExist(
    services.db
      .updateTable('books')
      .set({ isPremium: premium.isPremium, premiumUntil })
      .where('id', '=', id)
      .executeTakeFirst(),
  )
}

export const setFeatured = ({ db }: Services, id: string, isFeatured: boolean): Promise<void> =>
  mustExist(db.updateTable('books').set({ isFeatured }).where('id', '=', id).executeTakeFirst())

const mustExist = async (update: Promise<{ numUpdatedRows: bigint }>) => {
  if ((await update).numUpdatedRows === 0n) throw new Problem('bookNotFound')
}
