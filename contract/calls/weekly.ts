import { call } from '#contract/endpoint.ts'

/** How many books a weekly mail names at most: new ones first, then the most loved. */
export const WEEKLY_NEW = 5
export const WEEKLY_LOVED = 3
/** Where a weekly mail's link to stop it leads, with its token; a mail program may also send a POST there. */
export const UNSUBSCRIBE_PAGE = '/auth/stop-weekly'

export const updateWeeklyMail = call('PUT', '/auth/weekly-mail', 'registered')
export const unsubscribeFromWeeklyMail = call('POST', '/auth/stop-weekly', 'open')
