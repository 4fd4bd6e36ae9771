import { PROVIDERS } from '#web/messages/providers.ts'
import { SITE_PAGE } from '#web/messages/admin-site.ts'
import { WEBHOOKS } from '#web/messages/webhooks.ts'
import type { SiteFields } from './site-fields.ts'

/** The sections of the site settings, by the end of their address, in their order; the first one is at the address of all. */
export const SECTIONS = {
  site: SITE_PAGE.identity,
  access: SITE_PAGE.access,
  books: SITE_PAGE.booksAndAuthors,
  app: SITE_PAGE.app,
  invitations: SITE_PAGE.invitations,
  providers: PROVIDERS.title,
  webhooks: WEBHOOKS.title,
  texts: SITE_PAGE.texts,
} as const satisfies Record<string, string>

export type Section = keyof typeof SECTIONS
/** Those that are a form with fields of the settings. */
export type FormSection = 'site' | 'access' | 'books' | 'app'

export const SECTION_NAMES = Object.keys(SECTIONS) as Section[]

export const isSection = (name: string): name is Section => Object.hasOwn(SECTIONS, name)

export const sectionPath = (section: Section): string => `/admin/site${section === 'site' ? '' : `/${section}`}`

const SECTION_OF: Record<keyof SiteFields, FormSection> = {
  siteName: 'site',
  language: 'site',
  languages: 'site',
  contactAddress: 'site',
  socialLink: 'site',
  bookCount: 'site',
  libraryAccess: 'access',
  visitorAge: 'access',
  registration: 'access',
  secondFactor: 'access',
  signIn: 'access',
  rescueAdministrator: 'access',
  trustedNetworks: 'access',
  maxBooksPerAuthor: 'books',
  maxGigabytesPerAuthor: 'books',
  maxEpubMegabytes: 'books',
  smallAuthorsPlace: 'books',
  remakeEditions: 'books',
  deviceMail: 'books',
  maxDeviceMegabytes: 'books',
  counterNoticeDays: 'books',
  appRating: 'site',
  appRatingCount: 'site',
  iosDate: 'site',
  makeApp: 'app',
  appFile: 'app',
  appVersion: 'app',
}

/** Where a setting is changed. */
export const settingPath = (name: keyof SiteFields): string => sectionPath(SECTION_OF[name])
