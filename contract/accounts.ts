import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, idInPath } from './ids.ts'
import { LANGUAGE_TAGS } from './languages.ts'
import { Message, SEXES, User } from './people.ts'
import { line, nameLine } from './text.ts'
import { imageField, uploadedFile } from './uploaded-file.ts'
import { usernameLength } from './username-length.ts'
import * as settings from './calls/account-settings.ts'
import * as calls from './calls/accounts.ts'
import { pathOnSite } from './next-path.ts'
import { PASSWORD_MAX, PASSWORD_MIN, PROFILE_IMAGE_MAX_BYTES, USERNAME_MAX, USERNAME_MIN } from './calls/accounts.ts'

export * from './calls/account-settings.ts'
export * from './calls/accounts.ts'

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

const typeable = z.refine<string>(
  (text) => !/\p{Surrogate}|\0/u.test(text),
  'This password has characters that cannot be typed',
)

const passwordRules = (tooShort: string) => [
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

export const login = endpoint({
  ...calls.login,
  rates: [{ by: 'address', max: 25, seconds: 300, shared: true }],
  summary: 'Log in with email and password',
  body: z.strictObject({
    email: Email,
    password: GivenPassword,
    device: Device,
  }),
  response: z.object({ token: z.string(), user: User }),
})

export const register = endpoint({
  ...calls.register,
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

export const verifyEmail = endpoint({
  ...calls.verifyEmail,
  rates: [{ by: 'address', max: 30, seconds: 600, shared: true }],
  summary: 'Verify an email address with the token from the mail',
  body: z.strictObject({ token: MailToken }),
  response: z.extend(Message, { email: z.string() }),
})

export const resendVerification = endpoint({
  ...calls.resendVerification,
  rates: [{ by: 'address', max: 300, seconds: 600, shared: true }],
  summary: 'Send the verification mail again; the response does not reveal whether the account exists',
  body: z.strictObject({ email: Email, next: z.optional(NextPath) }),
  response: Message,
})

export const getUserDetails = endpoint({
  ...calls.getUserDetails,
  scope: 'read',
  summary: 'The account of the session',
  response: z.object({ user: User }),
})

export const logout = endpoint({
  ...calls.logout,
  summary: 'End this session and revoke its token',
  status: 204,
})

export const createGuest = endpoint({
  ...calls.createGuest,
  rates: [{ by: 'address', max: 10, seconds: 600, shared: true }],
  summary: 'Start a guest session, which can read, rate and comment under a generated name',
  response: z.object({ token: z.string(), user: User }),
  status: 201,
})

export const forgotPassword = endpoint({
  ...calls.forgotPassword,
  rates: [{ by: 'address', max: 300, seconds: 600, shared: true }],
  summary: 'Send a password reset link; the response does not reveal whether the account exists',
  body: z.strictObject({ email: Email }),
  response: Message,
})

export const resetPassword = endpoint({
  ...calls.resetPassword,
  rates: [{ by: 'address', max: 30, seconds: 600, shared: true }],
  summary: 'Set a new password with the token from the mail, and end all sessions and tokens',
  body: z.strictObject({ token: MailToken, newPassword: NewPassword }),
  response: Message,
})

export const UserAnswer = z.object({ message: z.string(), user: User })

export const updateUserType = endpoint({
  ...settings.updateUserType,
  rates: [{ by: 'caller', max: 5, seconds: 86_400 }],
  summary: 'Change the account type to author or reader',
  body: z.strictObject({ userType: z.enum(['reader', 'author', 'admin'], 'Choose reader or author') }),
  response: UserAnswer,
})

export const updateUsername = endpoint({
  ...settings.updateUsername,
  rates: [{ by: 'caller', max: 3, seconds: 86_400 }],
  invalidates: { tags: ['site'] },
  summary: 'Change the username',
  body: z.strictObject({ newUsername: Username }),
  response: UserAnswer,
})

export const updateSex = endpoint({
  ...settings.updateSex,
  summary: 'Change the sex shown on the profile',
  body: z.strictObject({ sex: z.enum(SEXES, 'Choose one of the four') }),
  response: UserAnswer,
})

export const updateLanguage = endpoint({
  ...settings.updateLanguage,
  rates: [{ by: 'caller', max: 60, seconds: 3600 }],
  summary: 'Choose the language of the pages and mails of the account, or null for that of the browser',
  body: z.strictObject({ language: z.nullable(LanguageTag) }),
  response: UserAnswer,
})

const BOTH_NEEDED = 'Both passwords are required'
const NEW_SHORT = 'New password must be at least 8 characters'

export const updatePassword = endpoint({
  ...settings.updatePassword,
  rates: [{ by: 'caller', max: 10, seconds: 600, shared: true }],
  summary:
    'Change the password, and end all other sessions; with endTokens also the tokens of reading apps and programs',
  body: z.strictObject({
    currentPassword: z
      .string(BOTH_NEEDED)
      .check(z.minLength(1, BOTH_NEEDED), z.maxLength(512, 'A password has at most 128 characters'), typeable),
    newPassword: z.string(BOTH_NEEDED).check(
      z.refine((text) => text !== '', { error: BOTH_NEEDED, abort: true }),
      ...passwordRules(NEW_SHORT),
    ),
    endTokens: z._default(z.boolean('Say whether the tokens end too'), false),
  }),
  response: UserAnswer,
})

export const setProfileImage = endpoint({
  ...settings.setProfileImage,
  rates: [{ by: 'caller', max: 10, seconds: 3600, shared: true }],
  atOnce: { perCaller: 1, all: 4 },
  receivedAtOnce: { perCaller: 1, all: 16 },
  invalidates: { tags: ['site'] },
  summary: 'Set the profile image',
  body: z.strictObject({ image: uploadedFile('Please select an image') }),
  files: { image: imageField(PROFILE_IMAGE_MAX_BYTES, 'profileImageTooLarge') },
  response: UserAnswer,
})

export const removeProfileImage = endpoint({
  ...settings.removeProfileImage,
  invalidates: { tags: ['site'] },
  summary: 'Remove the profile image; the default one is shown instead',
  response: UserAnswer,
})

export const Session = z.object({
  _id: z.string(),
  userAgent: z.string(),
  /** Shortened; empty if it is not known. */
  network: z.string(),
  createdAt: z.string(),
  usedAt: z.string(),
  isCurrent: z.boolean(),
})

export const listSessions = endpoint({
  ...settings.listSessions,
  summary: 'The sessions of the account, the most recently used first',
  response: z.array(Session),
})

export const endOneSession = endpoint({
  ...settings.endOneSession,
  summary: 'End one session',
  params: z.object({ id: idInPath('sessionNotFound') }),
  status: 204,
})

export const endOtherSessions = endpoint({
  ...settings.endOtherSessions,
  summary: 'End all other sessions',
  status: 204,
})

export const deleteAccount = endpoint({
  ...settings.deleteAccount,
  rates: [{ by: 'caller', max: 10, seconds: 600, shared: true }],
  invalidates: { tags: ['site'] },
  summary: 'Delete the account; its books stay without a publisher, or are deleted too',
  body: z.strictObject({
    /** Absent where the account has none; then a log-in at its provider is needed shortly before. */
    password: z.optional(GivenPassword),
    deleteBooks: z._default(z.boolean('Say whether the books go too'), false),
  }),
  status: 204,
})

export const exportAccount = endpoint({
  ...settings.exportAccount,
  rates: [{ by: 'caller', max: 10, seconds: 3600 }],
  summary:
    'All data of the account as a zip: account, sessions, ratings, comments, reading positions, books with their files',
})

export const createExportLink = endpoint({
  ...settings.createExportLink,
  rates: [{ by: 'caller', max: 10, seconds: 3600 }],
  summary: 'A link to that zip, which works for 15 minutes without a token',
  response: z.object({ exportUrl: z.string() }),
})

export const createWorksLink = endpoint({
  ...settings.createWorksLink,
  rates: [{ by: 'caller', max: 10, seconds: 3600 }],
  summary:
    'A link to the own books as a zip in the open form of exports, with their comments and ratings under pseudonyms; works for 15 minutes without a token',
  response: z.object({ exportUrl: z.string() }),
})
