import { LANGUAGES } from '#contract/shapes/languages.ts'
import type { SiteSettings } from '#contract/site.ts'

/** The default of the limit for EPUBs, and the least that it can be set to. */
export const EPUB_MEGABYTES = 10
export const APP_MAX_BYTES = 25 * 1024 * 1024
export const SITE_TEXT_MAX = 20_000
export const INVITATION_NOTE_MAX = 80
export const LIBRARY_ACCESS = ['members', 'everyone'] as const
/** Who can register: anyone, people with an invitation code, or nobody. */
export const REGISTRATION = ['open', 'invitation', 'closed'] as const
/** Whether a place of the recommended four goes to a book that few have seen. */
export const SMALL_AUTHORS_PLACE = ['on', 'off'] as const
/** Which books visitors see: all, or those for readers of an age. */
export const VISITOR_AGES = ['all', '16', '13'] as const
/** Whether the site makes its Android app. */
export const MAKE_APP = ['on', 'off'] as const
/** The pages whose text an administrator can replace. */
export const SITE_TEXTS = ['about', 'privacy', 'terms'] as const

export type SiteTextName = (typeof SITE_TEXTS)[number]

/** The settings of a new site. */
export const DEFAULT_SITE_SETTINGS: SiteSettings = {
  siteName: 'Quillhouse',
  contactAddress: '',
  libraryAccess: 'members',
  registration: 'open',
  bookCount: '10,000+',
  appRating: '4.8',
  appRatingCount: '356',
  appVersion: '1.0.5',
  iosDate: 'Q3 2025',
  socialLink: 'https://mastodon.social/',
  appFile: '',
  maxBooksPerAuthor: 500,
  maxGigabytesPerAuthor: 5,
  maxEpubMegabytes: EPUB_MEGABYTES,
  language: 'en',
  languages: LANGUAGES.map(({ tag }) => tag).join(', '),
}

/**
 * Settings whose defaults say something about the site that may not be true. They are unconfirmed until an administrator
 * stores a value, be it the default, another one or an empty text.
 */
export const CLAIMS = ['bookCount', 'appRating', 'appRatingCount', 'appVersion', 'iosDate', 'socialLink'] as const
export type Claim = (typeof CLAIMS)[number]
