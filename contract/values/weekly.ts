/** The maximum of new and of popular books in an edition of the weekly mail. */
export const WEEKLY_NEW = 5
export const WEEKLY_LOVED = 3
/** The page that the unsubscribe link of the weekly mail opens; mail clients may also send a POST there. */
export const UNSUBSCRIBE_PAGE = '/auth/stop-weekly'
