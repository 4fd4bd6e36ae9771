import * as z from 'zod/mini'
import { Email, LanguageTag } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { LANGUAGE_TAGS } from './languages.ts'
import { line, lines } from './text.ts'
import { PROBLEMS } from './problems.ts'
import { uploadedFile } from './uploaded-file.ts'
import { DEVICE_MAIL, DEVICE_MAIL_MAX_MEGABYTES, DEVICE_MAIL_MEGABYTES } from './calls/send-to-device.ts'
import { EPUB_MAX_MEGABYTES } from './calls/publishing.ts'
import { SECOND_FACTOR_RULES } from './calls/second-factors.ts'
import { SIGN_IN_RULES } from './calls/single-sign-on.ts'
import * as adminCalls from './calls/site-admin.ts'
import * as calls from './calls/site.ts'
import {
  APP_MAX_BYTES,
  EPUB_MEGABYTES,
  INVITATION_NOTE_MAX,
  LIBRARY_ACCESS,
  MAKE_APP,
  REGISTRATION,
  SITE_TEXTS,
  SITE_TEXT_MAX,
  SMALL_AUTHORS_PLACE,
  VISITOR_AGES,
} from './calls/site.ts'

export * from './calls/site-admin.ts'
export * from './calls/site.ts'

const short = (max: number, min = 0) =>
  line({
    min,
    max,
    missing: min > 0 ? 'Please enter a name' : 'This is a text.',
    tooLong: `This has at most ${max} characters.`,
  })

const HTTPS = /^https:\/\/[^\s"<>\\]{1,300}$/
const UPLOADED = /^\/files\/app\/[\da-f-]{36}\.apk$/
const BAD_ADDRESS = 'An address begins with https://'

const address = z.string(BAD_ADDRESS).check(z.refine((text) => text === '' || HTTPS.test(text), BAD_ADDRESS))
const appAddress = z
  .string(BAD_ADDRESS)
  .check(z.refine((text) => text === '' || HTTPS.test(text) || UPLOADED.test(text), BAD_ADDRESS))

const whole = (max: number) =>
  z
    .int('This is a whole number.')
    .check(z.minimum(1, 'This is at least 1.'), z.maximum(max, `This is at most ${max.toLocaleString('en')}.`))

const BAD_LANGUAGES = `Name at least one of these languages, with commas between: ${LANGUAGE_TAGS.join(', ')}`

const languages = z.string(BAD_LANGUAGES).check(
  z.maxLength(200, BAD_LANGUAGES),
  z.refine((list) => {
    const tags = list.split(/[\s,]+/).filter(Boolean)
    return tags.length > 0 && tags.every((tag) => LANGUAGE_TAGS.includes(tag))
  }, BAD_LANGUAGES),
)

const NETWORKS_MAX = 50
const BAD_NETWORK = 'Enter addresses or ranges such as 203.0.113.0/24, with commas between'

/** The networks in a list as an administrator types it. */
export const networksIn = (list: string): string[] => list.split(/[\s,]+/).filter((part) => part !== '')

const isNetwork = (text: string) => z.safeParse(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]), text).success

const networks = lines({ min: 0, max: 2000, missing: BAD_NETWORK, tooLong: BAD_NETWORK }).check(
  z.refine((list) => networksIn(list).length <= NETWORKS_MAX && networksIn(list).every(isNetwork), BAD_NETWORK),
)

/** The settings that everybody may see. */
export const SiteSettings = z.strictObject({
  siteName: short(40, 1),
  contactAddress: z.union([z.literal(''), Email], 'Please enter an email address, like name@example.org'),
  libraryAccess: z.enum(LIBRARY_ACCESS, 'The library is open to members or to everyone'),
  registration: z.enum(REGISTRATION, 'Registration is open, invitation or closed'),
  bookCount: short(40),
  appRating: short(10),
  appRatingCount: short(20),
  appVersion: short(20),
  iosDate: short(40),
  socialLink: address,
  appFile: appAddress,
  maxBooksPerAuthor: whole(1_000_000),
  maxGigabytesPerAuthor: whole(100_000),
  /** The language of the pages for those who prefer none of the offered ones. */
  language: LanguageTag,
  /** The languages that the pages are offered in, with commas between. */
  languages,
  maxEpubMegabytes: whole(EPUB_MAX_MEGABYTES).check(z.minimum(EPUB_MEGABYTES, `This is at least ${EPUB_MEGABYTES}.`)),
})
export type SiteSettings = z.infer<typeof SiteSettings>

/** With those that only administrators see. */
export const AdminSiteSettings = z.strictObject({
  ...SiteSettings.shape,
  trustedNetworks: networks,
  /** How long a book stays hidden after a counter-notice. */
  counterNoticeDays: whole(365),
  /** Whether a recommended place goes to a book that few have seen. */
  smallAuthorsPlace: z.enum(SMALL_AUTHORS_PLACE, 'The place for small authors is on or off'),
  /** Whether EPUBs that are out are made ready for readers again after the rules for that have changed. */
  remakeEditions: z.enum(['on', 'off'], 'EPUBs are made ready again: on or off'),
  /** Whether the site makes its Android app, where no other is set. */
  makeApp: z.enum(MAKE_APP, 'The site makes its app: on or off'),
  secondFactor: z.enum(SECOND_FACTOR_RULES, 'A second factor is optional or for administrators'),
  /** Whether passwords work, or log-ins at providers only. */
  signIn: z.enum(SIGN_IN_RULES, 'People log in with passwords or with providers only'),
  /** The address of the administrator whose password works while no other does. */
  rescueAdministrator: z.union([z.literal(''), Email], 'Please enter an email address, like name@example.org'),
  /** Which books people see who are not logged in. */
  visitorAge: z.enum(VISITOR_AGES, `Visitors see the books for readers of: ${VISITOR_AGES.join(', ')}`),
  /** Whether members may have EPUBs sent to a device by mail. */
  deviceMail: z.enum(DEVICE_MAIL, 'Books are sent to devices: on or off'),
  /** The largest EPUB that is sent. */
  maxDeviceMegabytes: whole(DEVICE_MAIL_MAX_MEGABYTES),
})
export type AdminSiteSettings = z.infer<typeof AdminSiteSettings>

export const DEFAULT_ADMIN_SITE_SETTINGS: AdminSiteSettings = {
  ...calls.DEFAULT_SITE_SETTINGS,
  trustedNetworks: '',
  counterNoticeDays: 14,
  smallAuthorsPlace: 'on',
  remakeEditions: 'on',
  makeApp: 'on',
  secondFactor: 'optional',
  signIn: 'passwords',
  rescueAdministrator: '',
  visitorAge: 'all',
  deviceMail: 'off',
  maxDeviceMegabytes: DEVICE_MAIL_MEGABYTES,
}

/** The version that the client read before its change, for optimistic locking. */
const SeenVersion = z.optional(z.string('The version is the one that was read.').check(z.maxLength(32)))

const settled = z.object({
  success: z.literal(true),
  data: AdminSiteSettings,
  version: z.string(),
  /** There is no mail server: mails stay in a folder of the server. */
  keepsMails: z.optional(z.literal(true)),
})

/** How people log in, where there are providers. With `only` there are no passwords but that of one administrator. */
const SignIn = z.object({
  providers: z.array(z.object({ id: z.string(), name: z.string(), letter: z.string() })),
  only: z.boolean(),
})
export type SignIn = z.infer<typeof SignIn>

export const getSiteSettings = endpoint({
  ...calls.getSiteSettings,
  scope: 'read',
  cache: { audience: 'everyone', tags: [] },
  summary: 'The public site settings, and the version of the software',
  // The app that the site has made has an address that administrators don't set.
  response: z.extend(SiteSettings, {
    appFile: z.string(),
    version: z.string(),
    signIn: z.optional(SignIn),
    sendsToDevices: z.optional(z.literal(true)),
  }),
})

export const getAdminSite = endpoint({
  ...adminCalls.getAdminSite,
  summary: 'The site settings, with the version to send with a change',
  response: settled,
})

export const updateSiteSettings = endpoint({
  ...adminCalls.updateSiteSettings,
  needsReauthentication: (change: { secondFactor?: unknown; signIn?: unknown; rescueAdministrator?: unknown }) =>
    [change.secondFactor, change.signIn, change.rescueAdministrator].some((value) => value !== undefined),
  invalidates: { tags: ['site'] },
  summary: 'Change the site settings: texts, access to the library, registration and quotas',
  body: z.strictObject({ ...z.partial(AdminSiteSettings).shape, version: SeenVersion }),
  response: settled,
})

export const uploadApp = endpoint({
  ...adminCalls.uploadApp,
  rates: [{ by: 'caller', max: 30, seconds: 3600, shared: true }],
  atOnce: { perCaller: 1, all: 2 },
  invalidates: { tags: ['site'] },
  summary: 'Upload the Android app as an APK file',
  body: z.strictObject({ appFile: uploadedFile('Please select an APK file') }),
  files: { appFile: { maxBytes: APP_MAX_BYTES, tooLarge: 'tooLarge', wrongKind: 'notApk', types: [] } },
  response: settled,
})

const TextParams = z.object({ page: z.enum(SITE_TEXTS, PROBLEMS.notFound.message) })
const TextQuery = z.object({ language: z.optional(LanguageTag) })
const SiteText = z.object({
  text: z.string(),
  version: z.string(),
  /** What pages in the language say while it has no text of its own. Only if a language was asked for. */
  otherwise: z.optional(z.string()),
})

export const getSiteText = endpoint({
  ...calls.getSiteText,
  scope: 'read',
  cache: { audience: 'everyone', tags: [] },
  summary: 'The custom text of a page in Markdown, for all languages or for one; empty if there is none',
  params: TextParams,
  query: TextQuery,
  response: SiteText,
})

export const updateSiteText = endpoint({
  ...adminCalls.updateSiteText,
  invalidates: { tags: ['site'] },
  summary: 'Replace the text of a page, for all languages or for one; an empty text removes it',
  params: TextParams,
  query: TextQuery,
  body: z.strictObject({
    text: lines({
      min: 0,
      max: SITE_TEXT_MAX,
      missing: 'This is a text.',
      tooLong: 'The text has at most 20,000 characters',
    }),
    version: SeenVersion,
  }),
  response: z.object({ success: z.literal(true), data: SiteText }),
})

const Invitation = z.object({
  code: z.string(),
  note: z.string(),
  madeAt: z.string(),
  madeBy: z.nullable(z.string()),
  usedAt: z.nullable(z.string()),
  usedBy: z.nullable(z.string()),
})
export type Invitation = z.infer<typeof Invitation>

export const listInvitations = endpoint({
  ...adminCalls.listInvitations,
  summary: 'The newest invitations, and who has used them',
  response: z.object({ success: z.literal(true), data: z.array(Invitation) }),
})

export const makeInvitation = endpoint({
  ...adminCalls.makeInvitation,
  rates: [{ by: 'caller', max: 200, seconds: 3600 }],
  summary: 'Create invitation codes, each of which lets one person register; `data` is the first of them',
  body: z.strictObject({
    note: z._default(
      line({
        min: 0,
        max: INVITATION_NOTE_MAX,
        missing: 'This is a text.',
        tooLong: 'The note has at most 80 characters',
      }),
      '',
    ),
    count: z._default(whole(adminCalls.INVITATIONS_AT_ONCE), 1),
  }),
  response: z.object({ success: z.literal(true), data: Invitation, codes: z.array(z.string()) }),
  status: 201,
})

export const withdrawInvitation = endpoint({
  ...adminCalls.withdrawInvitation,
  summary: 'Withdraw an unused invitation',
  params: z.object({ code: z.string().check(z.regex(/^[A-Z2-9]{10}$/)) }),
  response: z.object({ success: z.literal(true), data: z.object({ code: z.string() }) }),
})

export const countAppDownload = endpoint({
  ...calls.countAppDownload,
  rates: [{ by: 'address', max: 60, seconds: 60 }],
  summary: 'Count a click on Download Now; only the number is stored',
  status: 204,
})
