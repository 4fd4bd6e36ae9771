import * as z from 'zod/mini'
import { Email } from './accounts.ts'
import { endpoint } from './api/endpoint.ts'
import { SiteSettings, SiteText, TextParams, TextQuery, whole } from './site.ts'
import { line, lines } from './shapes/text.ts'
import { uploadedFile } from './api/uploaded-file.ts'
import { DEVICE_MAIL, DEVICE_MAIL_MAX_MEGABYTES, DEVICE_MAIL_MEGABYTES } from './values/send-to-device.ts'
import { SECOND_FACTOR_RULES } from './values/second-factors.ts'
import { SIGN_IN_RULES } from './values/single-sign-on.ts'
import { INVITATIONS_AT_ONCE } from './values/site-admin.ts'
import {
  APP_MAX_BYTES,
  DEFAULT_SITE_SETTINGS,
  INVITATION_NOTE_MAX,
  MAKE_APP,
  SITE_TEXT_MAX,
  SMALL_AUTHORS_PLACE,
  VISITOR_AGES,
} from './values/site.ts'

export * from './values/site-admin.ts'

const NETWORKS_MAX = 50
const BAD_NETWORK = 'Enter addresses or ranges such as 203.0.113.0/24, with commas between'

/** The networks in a list as an administrator types it. */
export const networksIn = (list: string): string[] => list.split(/[\s,]+/).filter((part) => part !== '')

const isNetwork = (text: string) => z.safeParse(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]), text).success

const networks = lines({ min: 0, max: 2000, missing: BAD_NETWORK, tooLong: BAD_NETWORK }).check(
  z.refine((list) => networksIn(list).length <= NETWORKS_MAX && networksIn(list).every(isNetwork), BAD_NETWORK),
)

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
  ...DEFAULT_SITE_SETTINGS,
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

export const getAdminSite = endpoint('GET', '/admin/site', 'admin', {
  failureMessage: 'Failed to load site settings',
  summary: 'The site settings, with the version to send with a change',
  response: settled,
})

export const updateSiteSettings = endpoint('PUT', '/admin/site', 'admin', {
  failureMessage: 'Failed to save site settings',
  needsReauthentication: (change: { secondFactor?: unknown; signIn?: unknown; rescueAdministrator?: unknown }) =>
    [change.secondFactor, change.signIn, change.rescueAdministrator].some((value) => value !== undefined),
  invalidates: { tags: ['site'] },
  summary: 'Change the site settings: texts, access to the library, registration and quotas',
  body: z.strictObject({ ...z.partial(AdminSiteSettings).shape, version: SeenVersion }),
  response: settled,
})

export const uploadApp = endpoint('PUT', '/admin/site/app-file', 'admin', {
  failureMessage: 'Upload failed',
  rates: [{ by: 'caller', max: 30, seconds: 3600, shared: true }],
  atOnce: { perCaller: 1, all: 2 },
  invalidates: { tags: ['site'] },
  summary: 'Upload the Android app as an APK file',
  body: z.strictObject({ appFile: uploadedFile('Please select an APK file') }),
  files: { appFile: { maxBytes: APP_MAX_BYTES, tooLarge: 'tooLarge', wrongKind: 'notApk', types: [] } },
  response: settled,
})

export const updateSiteText = endpoint('PUT', '/admin/site/texts/:page', 'admin', {
  failureMessage: 'Failed to save the text',
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

export const listInvitations = endpoint('GET', '/admin/invitations', 'admin', {
  failureMessage: 'Failed to load invitations',
  summary: 'The newest invitations, and who has used them',
  response: z.object({ success: z.literal(true), data: z.array(Invitation) }),
})

export const makeInvitation = endpoint('POST', '/admin/invitations', 'admin', {
  failureMessage: 'Failed to make an invitation',
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
    count: z._default(whole(INVITATIONS_AT_ONCE), 1),
  }),
  response: z.object({ success: z.literal(true), data: Invitation, codes: z.array(z.string()) }),
  status: 201,
})

export const withdrawInvitation = endpoint('DELETE', '/admin/invitations/:code', 'admin', {
  failureMessage: 'Failed to withdraw the invitation',
  summary: 'Withdraw an unused invitation',
  params: z.object({ code: z.string().check(z.regex(/^[A-Z2-9]{10}$/)) }),
  response: z.object({ success: z.literal(true), data: z.object({ code: z.string() }) }),
})
