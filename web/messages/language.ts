/** The language of these messages; each language's build of the pages has its own. */
export const LANGUAGE = { tag: 'en', locale: 'en-GB', direction: 'ltr', path: '' } as const
