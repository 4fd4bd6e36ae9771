import * as z from 'zod/mini'
import { endpoint } from './api/endpoint.ts'
import { Id } from './shapes/ids.ts'
import { LANGUAGE_TAGS } from './shapes/languages.ts'
import { Message, User } from './shapes/people.ts'
import { line, nameLine } from './shapes/text.ts'
import { usernameLength } from './shapes/username-length.ts'
import { pathOnSite } from './api/next-path.ts'
import { PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from './values/accounts.ts'

export * from './values/accounts.ts'

const USERNAME_SHORT = 'Username must be at least 4 characters'
const USERNAME_LONG = 'Username must be at most 32 characters'
const PASSWORD_SHORT = 'Password must be at least 8 characters'
const BAD_EMAIL = 'Please enter an email address, like name@example.org'

const USERNAME_LETTERS = /^[\p{L}\p{M}\p{N} _.-]+$/u

export const Username = nameLine({
  min: USERNAME_MIN,
  max: USERNAME_MAX,
  lengthOf: usernameLength,
  missing: USERNAME_SHORT,
  tooLong: USERNAME_LONG,
}).check(z.refine((name) => USERNAME_LETTERS.test(name), 'A username has letters, digits, spaces and _ . - only'))

/** One plain address: without display names, comments, groups, quotes or lists, all of which mail programs would parse. */
const ADDRESS = /^[^\s@\p{C}<>()[\]\\,;:"]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*$/u

export const Email = z.string(BAD_EMAIL).check(
  z.overwrite((text) => text.trim().toLowerCase()),
  z.refine((text) => text.length >= 3 && text.length <= 254 && ADDRESS.test(text), BAD_EMAIL),
)

export const typeable = z.refine<string>(
  (text) => !/\p{Surrogate}|\0/u.test(text),
  'This password has characters that cannot be typed',
)

export const passwordRules = (tooShort: string) => [
  z.refine<string>((text) => [...text].length >= PASSWORD_MIN, { error: tooShort, abort: true }),
  z.refine<string>((text) => [...text].length <= PASSWORD_MAX, 'Password must be at most 128 characters'),
  z.refine<string>(
    (text) => /[^\p{Z}\p{C}\p{DI}\u{2800}]/u.test(text),
    'A password cannot be blanks alone. Please choose another.',
  ),
  typeable,
]

export const NewPassword = z.string(PASSWORD_SHORT).check(...passwordRules(PASSWORD_SHORT))

/** A password to compare with the stored one; the maximum length bounds the cost of hashing. */
export const GivenPassword = z
  .string('Please enter your password')
  .check(
    z.minLength(1, 'Please enter your password'),
    z.maxLength(512, 'A password has at most 128 characters'),
    typeable,
  )

const NEXT = 'Say which page of this site comes next, like /library'

/** The page after login, which the link in the verification mail passes on. */
export const NextPath = z.string(NEXT).check(
  z.refine((text) => pathOnSite(text) !== undefined, { error: NEXT, abort: true }),
  z.overwrite((text) => pathOnSite(text) ?? text),
  z.maxLength(1000, NEXT),
)

export const LanguageTag = z.enum(LANGUAGE_TAGS, `The language is one of ${LANGUAGE_TAGS.join(', ')}`)

/** Required if registration is by invitation only. */
export const InvitationCode = line({
  min: 0,
  max: 40,
  missing: 'Please enter the code of your invitation',
  tooLong: 'A code has at most 40 characters',
})

export const MailToken = z
  .string('The link is not complete. Open it from the mail again.')
  .check(z.regex(/^[\w-]{43}$/, 'The link is not complete. Open it from the mail again.'))

/** The random number that a browser has generated for itself, by which it is recognised at logins. */
export const Device = z.optional(Id)

export const login = endpoint('POST', '/auth/login', 'open', {
  failureMessage: 'Login failed',
  rates: [{ by: 'address', max: 25, seconds: 300, shared: true }],
  summary: 'Log in with email and password',
  body: z.strictObject({
    email: Email,
    password: GivenPassword,
    device: Device,
  }),
  response: z.object({ token: z.string(), user: User }),
})

export const register = endpoint('POST', '/auth/register', 'open', {
  failureMessage: 'Registration failed',
  rates: [{ by: 'address', max: 5, seconds: 1800, shared: true }],
  summary: 'Create an account and send a mail that verifies its address',
  body: z.strictObject({
    username: Username,
    email: Email,
    password: NewPassword,
    userType: z._default(z.enum(['reader', 'author'], 'Choose reader or author'), 'reader'),
    invitation: z.optional(InvitationCode),
    next: z.optional(NextPath),
    /** That of the page of the registration; mails are written in it. */
    language: z.optional(LanguageTag),
  }),
  response: Message,
  status: 201,
})

export const verifyEmail = endpoint('POST', '/auth/verify', 'open', {
  rates: [{ by: 'address', max: 30, seconds: 600, shared: true }],
  summary: 'Verify an email address with the token from the mail',
  body: z.strictObject({ token: MailToken }),
  response: z.extend(Message, { email: z.string() }),
})

export const resendVerification = endpoint('POST', '/auth/resend-verification', 'open', {
  rates: [{ by: 'address', max: 300, seconds: 600, shared: true }],
  summary: 'Send the verification mail again; the response does not reveal whether the account exists',
  body: z.strictObject({ email: Email, next: z.optional(NextPath) }),
  response: Message,
})

export const getUserDetails = endpoint('GET', '/auth/user-details', 'member', {
  scope: 'read',
  summary: 'The account of the session',
  response: z.object({ user: User }),
})

export const logout = endpoint('POST', '/auth/logout', 'member', {
  summary: 'End this session and revoke its token',
  status: 204,
})

export const createGuest = endpoint('POST', '/auth/guest', 'open', {
  rates: [{ by: 'address', max: 10, seconds: 600, shared: true }],
  summary: 'Start a guest session, which can read, rate and comment under a generated name',
  response: z.object({ token: z.string(), user: User }),
  status: 201,
})

export const forgotPassword = endpoint('POST', '/auth/forgot-password', 'open', {
  rates: [{ by: 'address', max: 300, seconds: 600, shared: true }],
  summary: 'Send a password reset link; the response does not reveal whether the account exists',
  body: z.strictObject({ email: Email }),
  response: Message,
})

export const resetPassword = endpoint('POST', '/auth/reset-password', 'open', {
  rates: [{ by: 'address', max: 30, seconds: 600, shared: true }],
  summary: 'Set a new password with the token from the mail, and end all sessions and tokens',
  body: z.strictObject({ token: MailToken, newPassword: NewPassword }),
  response: Message,
})

export const UserAnswer = z.object({ message: z.string(), user: User })
