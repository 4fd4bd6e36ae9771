/** The language of these messages; each language's build of the pages has its own. */
export const LANGUAGE = { tag: 'en', locale: 'en-GB', direction: 'ltr', path: '' } as const

/** A constant of its own, so that the build leaves out what English does not need. */
export const IS_ENGLISH = true as boolean
