import type { Services } from '#server/platform/services.ts'

/** Tells what lies ready when the next book stops being premium, so that it leaves at that moment and not at the next write. */
export const watchPremiumEnds = async ({ db, ready, now, log }: Services): Promise<void> => {
  try {
    const { end } = await db
      .selectFrom('books')
      .select(({ fn }) => fn.min('premiumUntil').as('end'))
      .where('isPremium', '=', true)
      .where('premiumUntil', '>', now())
      .executeTakeFirstOrThrow()
    if (end) ready.changeAt(new Date(end).getTime())
  } catch (error) {
    log.warn({ reason: String(error) }, 'the next end of premium is not known')
  }
}
