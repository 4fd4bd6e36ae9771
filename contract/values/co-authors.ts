/** Those who are named or asked; who has declined doesn't count. */
export const CO_AUTHORS_MAX = 5
/** Who has declined, or left, isn't asked about the same book again for so long. */
export const DECLINED_DAYS = 30
export const CO_AUTHOR_STATES = ['named', 'asked', 'agreed', 'declined'] as const
