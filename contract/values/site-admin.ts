/** The maximum of listed invitations, the newest first. */
export const LISTED_INVITATIONS = 1000
/** The maximum that one call makes. */
export const INVITATIONS_AT_ONCE = 100
