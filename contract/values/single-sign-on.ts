/** How long a log-in at a provider may take, which may send a mail first or let people enrol. */
export const SIGN_IN_MINUTES = 60
/** How long a confirmation there may take, after which an action that can't be undone is allowed. */
export const CONFIRMATION_MINUTES = 10
/** How long somebody may take to choose or to prove an account after a log-in at a provider, by a mail too. */
export const TICKET_HOURS = 1
export const PROVIDERS_MAX = 20
export const PROVIDER_NAME_MAX = 40
export const GROUP_TYPES_MAX = 50
export const DEFAULT_SCOPES = 'openid email profile'
/** Whether people log in with a provider only, without passwords. */
export const SIGN_IN_RULES = ['passwords', 'providers'] as const
