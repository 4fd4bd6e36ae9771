import * as z from 'zod/mini'
import { Device, GivenPassword } from './accounts.ts'
import { asciiDigits } from './shapes/ascii-digits.ts'
import { endpoint } from './api/endpoint.ts'
import { idInPath } from './shapes/ids.ts'
import { Message, User } from './shapes/people.ts'
import { line } from './shapes/text.ts'
import { PASSKEY_NAME_MAX } from './values/second-factors.ts'

export * from './values/second-factors.ts'

const CODE = 'Enter the six digits from your app, or a recovery code'

/** Six digits of an app, or a recovery code, both with or without spaces and hyphens. */
const Code = z.string(CODE).check(
  z.maxLength(40, { error: CODE, abort: true }),
  z.overwrite((text) => asciiDigits(text).replace(/[\s-]/g, '').toLowerCase()),
  z.regex(/^(?:\d{6}|[a-z\d]{16})$/, CODE),
)

const CHALLENGE = 'This login is not complete. Log in again.'
const Challenge = z.string(CHALLENGE).check(z.regex(/^[\w-]{43}$/, CHALLENGE))

const PASSKEY = 'The answer of the passkey is not complete. Please try again.'
const bytes = (max: number) => z.string(PASSKEY).check(z.regex(new RegExp(`^[\\w-]{1,${max}}$`), PASSKEY))

/** The parts of a WebAuthn assertion that prove it. All are base64url. */
export const Assertion = z.strictObject(
  {
    id: bytes(1400),
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
  },
  PASSKEY,
)
export type Assertion = z.infer<typeof Assertion>

/** The parts of a WebAuthn attestation that register a passkey. */
export const Attestation = z.strictObject(
  {
    id: bytes(1400),
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string(PASSKEY).check(z.regex(/^[a-z-]{1,20}$/, PASSKEY)), PASSKEY).check(z.maxLength(8)),
  },
  PASSKEY,
)
export type Attestation = z.infer<typeof Attestation>

const LoggedIn = z.object({ token: z.string(), user: User })

export const logInWithFactor = endpoint('POST', '/auth/second-factor', 'open', {
  failureMessage: 'Login failed',
  rates: [{ by: 'address', max: 25, seconds: 300, shared: true }],
  summary: 'The second step of a login: a code of an app, or a recovery code',
  body: z.strictObject({ challenge: Challenge, code: Code, device: Device }),
  response: LoggedIn,
})

const PasskeyId = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.optional(z.array(z.string())),
})

const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['required', 'preferred']),
  allowCredentials: z.optional(z.array(PasskeyId)),
})

export const getPasskeyOptions = endpoint('POST', '/auth/passkey-options', 'open', {
  rates: [{ by: 'address', max: 60, seconds: 300 }],
  summary:
    'What a browser needs to ask for a passkey: for a login without a password, for the second step of a login, or for the account of the session',
  body: z.strictObject({ challenge: z.optional(Challenge) }),
  response: RequestOptions,
})

export const logInWithPasskey = endpoint('POST', '/auth/passkey', 'open', {
  failureMessage: 'Login failed',
  rates: [{ by: 'address', max: 25, seconds: 300, shared: true }],
  summary: 'Log in with a passkey, without a password or as the second step of a login',
  body: z.strictObject({ challenge: z.optional(Challenge), passkey: Assertion, device: Device }),
  response: LoggedIn,
})

const ONE = 'Give your password, a code or a passkey'

export const reauthenticate = endpoint('POST', '/auth/reauthenticate', 'registered', {
  rates: [{ by: 'caller', max: 10, seconds: 600, shared: true }],
  summary: 'Give the password, a code or a passkey again, before actions that cannot be undone',
  body: z
    .strictObject({
      password: z.optional(GivenPassword),
      code: z.optional(Code),
      passkey: z.optional(Assertion),
    })
    .check(z.refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, ONE)),
  response: Message,
})

const PasskeyName = line({
  max: PASSKEY_NAME_MAX,
  missing: 'Please give the passkey a name',
  tooLong: `A name has at most ${PASSKEY_NAME_MAX} characters`,
})

const Passkey = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  usedAt: z.nullable(z.string()),
})

/** Shown once, when the first factor is set up or when they are replaced. */
const RecoveryCodes = z.array(z.string())

export const SecondFactors = z.object({
  totp: z.boolean(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
  /** Whether this account must have a second factor. */
  isRequired: z.boolean(),
  /** Whether it was shown in this session. */
  isShown: z.boolean(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

export const getSecondFactors = endpoint('GET', '/auth/second-factors', 'registered', {
  summary: 'The second factors of the account, without their secrets',
  response: SecondFactors,
})

export const beginTotp = endpoint('POST', '/auth/second-factors/totp', 'registered', {
  needsReauthentication: true,
  rates: [{ by: 'caller', max: 20, seconds: 3600 }],
  summary: 'Create a secret for an authenticator app; it takes effect when a code confirms it',
  response: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmTotp = endpoint('PUT', '/auth/second-factors/totp', 'registered', {
  needsReauthentication: true,
  summary: 'Confirm the authenticator app with a code; with the first factor come the recovery codes',
  body: z.strictObject({ code: Code }),
  response: z.object({ recoveryCodes: RecoveryCodes }),
})

export const removeTotp = endpoint('DELETE', '/auth/second-factors/totp', 'registered', {
  needsReauthentication: true,
  summary: 'Remove the authenticator app',
  status: 204,
})

export const getNewPasskeyOptions = endpoint('POST', '/auth/second-factors/passkey-options', 'registered', {
  needsReauthentication: true,
  rates: [{ by: 'caller', max: 30, seconds: 3600 }],
  summary: 'What a browser needs to create a passkey',
  response: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(PasskeyId),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  }),
})

export const addPasskey = endpoint('POST', '/auth/second-factors/passkeys', 'registered', {
  needsReauthentication: true,
  summary: 'Register a passkey; with the first factor come the recovery codes',
  body: z.strictObject({
    name: PasskeyName,
    passkey: Attestation,
  }),
  response: z.object({ recoveryCodes: RecoveryCodes }),
  status: 201,
})

export const renamePasskey = endpoint('PUT', '/auth/second-factors/passkeys/:id', 'registered', {
  summary: 'Give a passkey another name',
  params: z.object({ id: idInPath('passkeyNotFound') }),
  body: z.strictObject({ name: PasskeyName }),
  status: 204,
})

export const removePasskey = endpoint('DELETE', '/auth/second-factors/passkeys/:id', 'registered', {
  needsReauthentication: true,
  summary: 'Remove a passkey',
  params: z.object({ id: idInPath('passkeyNotFound') }),
  status: 204,
})

export const replaceRecoveryCodes = endpoint('POST', '/auth/second-factors/recovery-codes', 'registered', {
  needsReauthentication: true,
  rates: [{ by: 'caller', max: 20, seconds: 3600 }],
  summary: 'Replace the recovery codes',
  response: z.object({ recoveryCodes: RecoveryCodes }),
})

export const resetSecondFactors = endpoint('DELETE', '/admin/users/:id/second-factors', 'admin', {
  failureMessage: 'Failed to remove the second factors',
  needsReauthentication: true,
  summary: "Remove another person's second factors and end their sessions, for someone who has lost them",
  params: z.object({ id: idInPath('userNotFound') }),
  response: z.object({ success: z.literal(true), data: z.object({ _id: z.string() }) }),
})
