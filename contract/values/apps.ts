/** What the site offers as its Android app, and why it may offer none of its own. */
export const APP_STATES = ['made', 'making', 'failed', 'off', 'ownFile', 'noAddress'] as const

/** Why the app could not be made: its template is damaged, or the process that makes it was stopped. */
export const APP_FAULTS = ['template', 'stopped'] as const
export type AppFault = (typeof APP_FAULTS)[number]

/** Where the apps that the site makes are. */
export const APP_FOLDER = '/app/'
/** The longest text of a key and its certificates. */
export const APP_KEY_MAX = 50_000
