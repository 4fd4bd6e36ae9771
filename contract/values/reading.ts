export const DEVICE_MAX = 40
/** The maximum of devices stored per reader and book, the latest. */
export const DEVICES_KEPT = 12
/** The most turned pages in one call; those of a longer time without a network are cut off at their beginning. */
export const TURNS_MAX = 500
/** How long ago a page may have been turned, in days. */
export const TURN_DAYS = 90
export const GOALS = ['minutes', 'books'] as const
/** Minutes a day, or books a year. */
export type GoalKind = (typeof GOALS)[number]
export const GOAL_MAX = { minutes: 1440, books: 1000 } as const
