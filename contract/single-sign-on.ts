import * as z from 'zod/mini'
import { Device, Email, GivenPassword, InvitationCode, LanguageTag, MailToken, NextPath, Username } from './accounts.ts'
import { endpoint } from './api/endpoint.ts'
import { Message, User } from './shapes/people.ts'
import { PROBLEMS } from './api/problems.ts'
import { line } from './shapes/text.ts'
import { DEFAULT_SCOPES, GROUP_TYPES_MAX, PROVIDER_NAME_MAX, PROVIDERS_MAX } from './values/single-sign-on.ts'
import { USER_TYPES } from './values/people.ts'

export * from './values/single-sign-on.ts'

const BAD_ID = 'A short name has lower-case letters, digits and hyphens, at most 32'
const PROVIDER_ID = /^[a-z\d][a-z\d-]{0,31}$/
/** Not the paths beside `/auth/oidc/:provider`. */
const RESERVED = new Set(['finish', 'account', 'link', 'link-mail', 'confirm', 'log-out'])

/** The short name of a provider, which its addresses on this site contain. */
export const ProviderId = z.string(BAD_ID).check(
  z.regex(PROVIDER_ID, BAD_ID),
  z.refine((id) => !RESERVED.has(id), 'This short name is taken'),
)

const ProviderParams = z.object({
  provider: z.string().check(z.regex(PROVIDER_ID, PROBLEMS.providerNotFound.message)),
})

const STALE = PROBLEMS.badSignIn.message
const Ticket = z.string(STALE).check(z.regex(/^[\w-]{43}$/, STALE))

/** The address of the provider to go to, and a secret to keep in this browser until it comes back. */
const Departure = z.object({ url: z.string(), secret: z.string() })

const Start = z.strictObject({ next: z.optional(NextPath) })
const START_RATES = [{ by: 'address', max: 60, seconds: 300, shared: true }] as const
const LOGIN_RATES = [{ by: 'address', max: 25, seconds: 300, shared: true }] as const

export const startSignIn = endpoint('POST', '/auth/oidc/:provider/start', 'open', {
  rates: START_RATES,
  summary: 'Begin a log-in at a provider',
  params: ProviderParams,
  body: Start,
  response: Departure,
})

const Next = { next: z.nullable(z.string()) }
const LoggedIn = z.object({ outcome: z.literal('logged-in'), token: z.string(), user: User, ...Next })

/**
 * `linked` and `confirmed`: what the session has begun is done. `needs-account`: nobody here has this account of the
 * provider; `userType` is null if the person chooses reader or author, `email` if the person types one. `needs-proof`: an
 * account here has the same address, and its owner has to prove it.
 */
export const SignInOutcome = z.discriminatedUnion('outcome', [
  LoggedIn,
  z.object({ outcome: z.literal('linked'), ...Next }),
  z.object({ outcome: z.literal('confirmed'), ...Next }),
  z.object({
    outcome: z.literal('needs-account'),
    ticket: z.string(),
    provider: z.string(),
    username: z.string(),
    email: z.nullable(z.string()),
    userType: z.nullable(z.enum(USER_TYPES)),
    needsInvitation: z.boolean(),
    ...Next,
  }),
  z.object({
    outcome: z.literal('needs-proof'),
    ticket: z.string(),
    provider: z.string(),
    email: z.string(),
    ...Next,
  }),
])
export type SignInOutcome = z.infer<typeof SignInOutcome>

export const finishSignIn = endpoint('POST', '/auth/oidc/finish', 'open', {
  rates: LOGIN_RATES,
  summary:
    'Finish what was begun at a provider, with its answer and the secret of this browser; may need a second factor like a log-in',
  body: z.strictObject({
    /** What follows `#` in the address that the provider has led back to. */
    answer: z.string(STALE).check(z.maxLength(8000, STALE)),
    secret: Ticket,
    device: Device,
  }),
  response: SignInOutcome,
})

export const createSignInAccount = endpoint('POST', '/auth/oidc/account', 'open', {
  rates: [
    { by: 'address', max: 20, seconds: 3600, shared: true },
    { by: 'caller', max: 20, seconds: 3600 },
  ],
  summary:
    'Create the account of somebody who has logged in at a provider; where the provider has not confirmed the address, a mail asks for it first',
  body: z.strictObject({
    ticket: Ticket,
    username: Username,
    /** Ignored where the ticket names a type. */
    userType: z._default(z.enum(['reader', 'author'], 'Choose reader or author'), 'reader'),
    /** Ignored where the ticket names an address. */
    email: z.optional(Email),
    invitation: z.optional(InvitationCode),
    /** The language of the page that it is sent from, in which the account's mails are written. */
    language: z.optional(LanguageTag),
    device: Device,
  }),
  response: z.discriminatedUnion('outcome', [
    LoggedIn,
    z.object({ outcome: z.literal('mail-sent'), message: z.string() }),
  ]),
  status: 201,
})

export const linkWithPassword = endpoint('POST', '/auth/oidc/link', 'open', {
  rates: LOGIN_RATES,
  summary: 'Prove with the password that the account with the same address is the own one, link it and log in',
  body: z.strictObject({ ticket: Ticket, password: GivenPassword, device: Device }),
  response: LoggedIn,
})

export const mailSignInLink = endpoint('POST', '/auth/oidc/link-mail', 'open', {
  rates: [{ by: 'address', max: 20, seconds: 3600, shared: true }],
  summary: 'Send a mail to the account with the same address, whose link proves that it is the own one',
  body: z.strictObject({ ticket: Ticket }),
  response: Message,
})

export const confirmSignIn = endpoint('POST', '/auth/oidc/confirm', 'open', {
  rates: [{ by: 'address', max: 30, seconds: 600, shared: true }],
  summary: 'Link or create the account with the token from the mail, in the browser that has the ticket, and log in',
  body: z.strictObject({ ticket: Ticket, token: MailToken, device: Device }),
  response: LoggedIn,
})

export const logOutOfProvider = endpoint('POST', '/auth/oidc/log-out', 'member', {
  summary:
    'Log out; the answer names the address at which the browser is logged out of its provider too, if it shall be',
  response: z.object({ url: z.nullable(z.string()) }),
})

/** `linkedAt` and `usedAt` are null if the provider is not linked to the account. */
const LinkedProvider = z.object({
  id: z.string(),
  name: z.string(),
  letter: z.string(),
  linkedAt: z.nullable(z.string()),
  usedAt: z.nullable(z.string()),
})

export const listLinkedProviders = endpoint('GET', '/auth/providers', 'registered', {
  summary: 'The providers, and which of them are linked to the account',
  response: z.object({ providers: z.array(LinkedProvider), hasPassword: z.boolean() }),
})

export const startLink = endpoint('POST', '/auth/providers/:provider/link', 'registered', {
  needsReauthentication: true,
  rates: [{ by: 'caller', max: 20, seconds: 600 }],
  summary: 'Begin to link a provider to the account, by a log-in there',
  params: ProviderParams,
  body: Start,
  response: Departure,
})

export const startConfirmation = endpoint('POST', '/auth/providers/:provider/confirm', 'registered', {
  rates: [{ by: 'caller', max: 20, seconds: 600 }],
  summary: 'Begin a new log-in at a linked provider, in place of the password before actions that cannot be undone',
  params: ProviderParams,
  body: Start,
  response: Departure,
})

export const unlinkProvider = endpoint('DELETE', '/auth/providers/:provider', 'registered', {
  needsReauthentication: true,
  summary: 'Remove the link to a provider, unless it is the last way into the account',
  params: ProviderParams,
  status: 204,
})

const TRUE_OR_FALSE = 'This is true or false.'
const flag = (standard: boolean) => z._default(z.boolean(TRUE_OR_FALSE), standard)
const text = (max: number, missing?: string) =>
  line({
    min: missing === undefined ? 0 : 1,
    max,
    missing: missing ?? 'This is a text.',
    tooLong: `This has at most ${max} characters.`,
  })
const SECRET_MAX = 1000
const BAD_SCOPES = 'Scopes are words with spaces between, and openid is one of them'

const Issuer = text(500, 'Please enter an address that begins with https://').check(
  z.refine((address) => /^https?:\/\/[^\s?#]+$/.test(address), 'Please enter an address that begins with https://'),
)

const GroupType = z.strictObject({
  group: text(200, 'Please enter the name of the group'),
  userType: z.enum(USER_TYPES, `A type is one of ${USER_TYPES.join(', ')}`),
})

/** The settings of a provider, but its secret. */
export const ProviderSettings = z.strictObject({
  name: text(PROVIDER_NAME_MAX, 'Please enter a name'),
  issuer: Issuer,
  clientId: text(300, 'Please enter the ID of this library at the provider'),
  scopes: z._default(
    text(300, BAD_SCOPES).check(z.refine((list) => list.split(' ').includes('openid'), BAD_SCOPES)),
    DEFAULT_SCOPES,
  ),
  /** The claim that names the groups of a person. */
  groupsClaim: z._default(text(100), 'groups'),
  /** Who is not in this group can't log in; empty if everybody can. */
  requiredGroup: z._default(text(200), ''),
  /** The first group in this order that a person is in decides on the type of the account. Without any the person chooses. */
  groupTypes: z._default(
    z.array(GroupType, 'These are groups with types.').check(z.maxLength(GROUP_TYPES_MAX, 'There are too many groups')),
    [],
  ),
  /** Whether people without an account here get one. */
  allowsSignUp: flag(true),
  /** The provider has confirmed all addresses, also where it does not say so by `email_verified`. */
  trustsAddresses: flag(false),
  /** Second factors of this site are not asked of people who have shown one there, by `amr` or `acr`. */
  trustsFactors: flag(false),
  /** Logging out here also logs people out of the provider. */
  logsOutThere: flag(false),
})
export type ProviderSettings = z.infer<typeof ProviderSettings>

/** An empty secret is none. */
const ClientSecret = z
  .string('This is a text.')
  .check(
    z.regex(/^[\x20-\x7e]*$/, 'A secret has printable characters'),
    z.maxLength(SECRET_MAX, 'The secret is too long'),
  )

/** A provider in the environment of the server. */
export const ProviderInEnvironment = z.strictObject({
  ...ProviderSettings.shape,
  id: ProviderId,
  clientSecret: z._default(ClientSecret, ''),
})

export const Provider = z.object({
  id: z.string(),
  ...ProviderSettings.shape,
  hasSecret: z.boolean(),
  /** It is set in the environment of the server, and can't be changed here. */
  isFromEnvironment: z.boolean(),
  /** To be entered at the provider: where it leads back to, after log-out too, and where it tells of log-outs. */
  callbackUrl: z.string(),
  loggedOutUrl: z.string(),
  backChannelUrl: z.string(),
})
export type Provider = z.infer<typeof Provider>

const changed = z.object({ success: z.literal(true), data: z.object({ id: z.string() }) })

export const listProviders = endpoint('GET', '/admin/providers', 'admin', {
  failureMessage: 'Failed to load the providers',
  summary: 'The providers of log-ins, without their secrets',
  response: z.object({ success: z.literal(true), data: z.array(Provider) }),
})

export const addProvider = endpoint('POST', '/admin/providers', 'admin', {
  failureMessage: 'Failed to add the provider',
  needsReauthentication: true,
  invalidates: { tags: ['site'] },
  rates: [{ by: 'caller', max: 60, seconds: 3600 }],
  summary: `Add a provider of log-ins, at most ${PROVIDERS_MAX}`,
  body: ProviderInEnvironment,
  response: changed,
  status: 201,
})

export const changeProvider = endpoint('PUT', '/admin/providers/:provider', 'admin', {
  failureMessage: 'Failed to change the provider',
  needsReauthentication: true,
  invalidates: { tags: ['site'] },
  rates: [{ by: 'caller', max: 120, seconds: 3600 }],
  summary: 'Replace the settings of a provider; its secret stays if none is sent',
  params: ProviderParams,
  body: z.strictObject({ ...ProviderSettings.shape, clientSecret: z.optional(ClientSecret) }),
  response: changed,
})

export const deleteProvider = endpoint('DELETE', '/admin/providers/:provider', 'admin', {
  failureMessage: 'Failed to remove the provider',
  needsReauthentication: true,
  invalidates: { tags: ['site'] },
  summary: 'Remove a provider; accounts and their links to it stay',
  params: ProviderParams,
  response: changed,
})

export const testProvider = endpoint('POST', '/admin/providers/:provider/test', 'admin', {
  failureMessage: 'Failed to test the provider',
  rates: [{ by: 'caller', max: 30, seconds: 60 }],
  summary: 'Ask the provider for its configuration, and say in words what is wrong',
  params: ProviderParams,
  response: z.object({
    success: z.literal(true),
    data: z.object({ isWorking: z.boolean(), message: z.string() }),
  }),
})
