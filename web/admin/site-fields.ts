import type { AdminSiteSettings } from '#contract/site-admin.ts'
import { SITE_PAGE } from '#web/messages/admin-site.ts'

type NumberField =
  | 'maxBooksPerAuthor'
  | 'maxGigabytesPerAuthor'
  | 'maxEpubMegabytes'
  | 'maxDeviceMegabytes'
  | 'counterNoticeDays'

/** The settings as the form fields hold them. */
export type SiteFields = Omit<AdminSiteSettings, NumberField> & Record<NumberField, string>

export const FIELD_NAMES: Record<keyof SiteFields, string> = {
  siteName: SITE_PAGE.siteName,
  language: SITE_PAGE.language,
  languages: SITE_PAGE.languages,
  contactAddress: SITE_PAGE.contactAddress,
  socialLink: SITE_PAGE.socialLink,
  libraryAccess: SITE_PAGE.libraryAccess,
  registration: SITE_PAGE.registration,
  maxBooksPerAuthor: SITE_PAGE.maxBooks,
  maxGigabytesPerAuthor: SITE_PAGE.maxGigabytes,
  maxEpubMegabytes: SITE_PAGE.maxEpubMegabytes,
  counterNoticeDays: SITE_PAGE.counterNoticeDays,
  smallAuthorsPlace: SITE_PAGE.smallAuthorsPlace,
  remakeEditions: SITE_PAGE.remakeEditions,
  deviceMail: SITE_PAGE.deviceMail,
  maxDeviceMegabytes: SITE_PAGE.maxDeviceMegabytes,
  visitorAge: SITE_PAGE.visitorAge,
  trustedNetworks: SITE_PAGE.trustedNetworks,
  secondFactor: SITE_PAGE.secondFactor,
  signIn: SITE_PAGE.signIn,
  rescueAdministrator: SITE_PAGE.rescueAdministrator,
  bookCount: SITE_PAGE.bookCount,
  appRating: SITE_PAGE.appRating,
  appRatingCount: SITE_PAGE.appRatingCount,
  iosDate: SITE_PAGE.iosDate,
  makeApp: SITE_PAGE.makeApp,
  appVersion: SITE_PAGE.appVersion,
  appFile: SITE_PAGE.appFile,
}

export const toSiteFields = (settings: AdminSiteSettings): SiteFields => ({
  ...settings,
  maxBooksPerAuthor: String(settings.maxBooksPerAuthor),
  maxGigabytesPerAuthor: String(settings.maxGigabytesPerAuthor),
  maxEpubMegabytes: String(settings.maxEpubMegabytes),
  maxDeviceMegabytes: String(settings.maxDeviceMegabytes),
  counterNoticeDays: String(settings.counterNoticeDays),
})

/** Fields as settings; the server rejects invalid numbers. */
export const toSiteSettings = ({
  maxBooksPerAuthor,
  maxGigabytesPerAuthor,
  maxEpubMegabytes,
  maxDeviceMegabytes,
  counterNoticeDays,
  ...texts
}: Partial<SiteFields>): Partial<AdminSiteSettings> => ({
  ...texts,
  ...(maxBooksPerAuthor !== undefined && { maxBooksPerAuthor: toNumber(maxBooksPerAuthor) }),
  ...(maxGigabytesPerAuthor !== undefined && { maxGigabytesPerAuthor: toNumber(maxGigabytesPerAuthor) }),
  ...(maxEpubMegabytes !== undefined && { maxEpubMegabytes: toNumber(maxEpubMegabytes) }),
  ...(maxDeviceMegabytes !== undefined && { maxDeviceMegabytes: toNumber(maxDeviceMegabytes) }),
  ...(counterNoticeDays !== undefined && { counterNoticeDays: toNumber(counterNoticeDays) }),
})

/** NaN for an empty field, not 0. */
const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))
