import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './ids.ts'
import { Message, SEXES, User } from './people.ts'
import { line } from './text.ts'
import { uploadedFile } from './uploaded-file.ts'

export const USERNAME_MIN = 4
export const USERNAME_MAX = 32
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** In hours: how long the link in a verification mail can be used. */
export const VERIFY_HOURS = 24
/** In hours: how long the link to choose a new password can be used. */
export const RESET_HOURS = 1
export const PROFILE_IMAGE_MAX_BYTES = 10_485_760
/** A guest who hasn't come for so many days is forgotten. */
export const GUEST_DAYS = 90

export const REGISTERED_TITLE = 'Account created successfully'
export const REGISTERED = 'Registration successful! Please check your email to verify your account.'

const USERNAME_SHORT = 'Username must be at least 4 characters'
const PASSWORD_SHORT = 'Password must be at least 8 characters'
const BAD_EMAIL = 'Please enter an email address, like name@example.org'

const USERNAME_LETTERS = /^[\p{L}\p{M}\p{N} _.-]+$/u

export const Username = line({
  min: USERNAME_MIN,
  max: USERNAME_MAX,
  missing: USERNAME_SHORT,
  tooLong: 'Username must be at most 32 characters',
}).check(z.refine((name) => USERNAME_LETTERS.test(name), 'A username has letters, digits, spaces and _ . - only'))

const ONE_AT = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u

export const Email = z.string(BAD_EMAIL).check(
  z.overwrite((text) => text.trim().toLowerCase()),
  z.refine((text) => text.length >= 3 && text.length <= 254 && ONE_AT.test(text), BAD_EMAIL),
)

const typeable = z.refine<string>(
  (text) => !/\p{Surrogate}|\0/u.test(text),
  'This password has characters that can not be typed',
)

const passwordRules = (tooShort: string) => [
  z.refine<string>((text) => [...text].length >= PASSWORD_MIN, { error: tooShort, abort: true }),
  z.refine<string>((text) => [...text].length <= PASSWORD_MAX, 'Password must be at most 128 characters'),
  typeable,
]

export const NewPassword = z.string(PASSWORD_SHORT).check(...passwordRules(PASSWORD_SHORT))

/** A password that is only compared; the length bounds the cost of hashing it. */
export const GivenPassword = z
  .string('Please enter your password')
  .check(
    z.minLength(1, 'Please enter your password'),
    z.maxLength(512, 'A password has at most 128 characters'),
    typeable,
  )

/** As it is typed; asked for where registration is by invitation alone. */
const InvitationCode = line({
  min: 0,
  max: 40,
  missing: 'Please enter the code of your invitation',
  tooLong: 'A code has at most 40 characters',
})

export const MailToken = z
  .string('The link is not complete. Open it from the mail again.')
  .check(z.regex(/^[\w-]{43}$/, 'The link is not complete. Open it from the mail again.'))

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'open',
  rates: [{ by: 'address', max: 25, seconds: 300 }],
  summary: 'Log in with email and password',
  body: z.strictObject({ email: Email, password: GivenPassword }),
  response: z.object({ token: z.string(), user: User }),
  failureMessage: 'Login failed',
})

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'open',
  rates: [{ by: 'address', max: 5, seconds: 1800 }],
  summary: 'Create an account; a mail with a link verifies its address',
  body: z.strictObject({
    username: Username,
    email: Email,
    password: NewPassword,
    userType: z._default(z.enum(['reader', 'author'], 'Choose reader or author'), 'reader'),
    invitation: z.optional(InvitationCode),
  }),
  response: Message,
  status: 201,
  failureMessage: 'Registration failed',
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/auth/verify',
  access: 'open',
  rates: [{ by: 'address', max: 30, seconds: 600 }],
  summary: 'Verify the address with the token from the mail',
  body: z.strictObject({ token: MailToken }),
  response: Message,
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/auth/resend-verification',
  access: 'open',
  summary: 'Send the verification mail again; the answer is the same whether or not there is such an account',
  body: z.strictObject({ email: Email }),
  response: Message,
})

export const getUserDetails = endpoint({
  method: 'GET',
  path: '/auth/user-details',
  access: 'member',
  summary: 'Who is logged in',
  response: z.object({ user: User }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'member',
  summary: 'End this session; its token is dead at once',
  status: 204,
})

export const createGuest = endpoint({
  method: 'POST',
  path: '/auth/guest',
  access: 'open',
  rates: [{ by: 'address', max: 10, seconds: 600 }],
  summary: 'Begin a session as a guest, who may read, rate and comment under a made-up name',
  response: z.object({ token: z.string(), user: User }),
  status: 201,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'open',
  summary: 'Send a link to choose a new password; the answer is the same whether or not there is such an account',
  body: z.strictObject({ email: Email }),
  response: Message,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'open',
  rates: [{ by: 'address', max: 30, seconds: 600 }],
  summary: 'Choose a new password with the token from the mail; all sessions end',
  body: z.strictObject({ token: MailToken, newPassword: NewPassword }),
  response: Message,
})

export const UserAnswer = z.object({ message: z.string(), user: User })

export const updateUserType = endpoint({
  method: 'POST',
  path: '/auth/update-user-type',
  access: 'registered',
  rates: [{ by: 'caller', max: 5, seconds: 86_400 }],
  summary: 'Become an author, or a reader again',
  body: z.strictObject({ userType: z.enum(['reader', 'author', 'admin'], 'Choose reader or author') }),
  response: UserAnswer,
})

export const updateUsername = endpoint({
  method: 'PUT',
  path: '/auth/update-username',
  access: 'registered',
  rates: [{ by: 'caller', max: 3, seconds: 86_400 }],
  invalidates: { tags: ['site'] },
  summary: 'Take another username',
  body: z.strictObject({ newUsername: Username }),
  response: UserAnswer,
  failureMessage: 'Failed to update username',
})

export const updateSex = endpoint({
  method: 'PUT',
  path: '/auth/update-sex',
  access: 'registered',
  summary: 'Say one of the four, or that one prefers not to',
  body: z.strictObject({ sex: z.enum(SEXES, 'Choose one of the four') }),
  response: UserAnswer,
  failureMessage: 'Failed to update sex',
})

const BOTH_NEEDED = 'Both passwords are required'
const NEW_SHORT = 'New password must be at least 8 characters'

export const updatePassword = endpoint({
  method: 'PUT',
  path: '/auth/update-password',
  access: 'registered',
  rates: [{ by: 'caller', max: 10, seconds: 600 }],
  summary: 'Choose a new password; all other sessions end',
  body: z.strictObject({
    currentPassword: z
      .string(BOTH_NEEDED)
      .check(z.minLength(1, BOTH_NEEDED), z.maxLength(512, 'A password has at most 128 characters'), typeable),
    newPassword: z.string(BOTH_NEEDED).check(
      z.refine((text) => text !== '', { error: BOTH_NEEDED, abort: true }),
      ...passwordRules(NEW_SHORT),
    ),
  }),
  response: UserAnswer,
  failureMessage: 'Failed to update password',
})

export const setProfileImage = endpoint({
  method: 'PUT',
  path: '/auth/profile-image',
  access: 'registered',
  invalidates: { tags: ['site'] },
  summary: 'Show a picture beside the username',
  body: z.strictObject({ image: uploadedFile('Please select an image') }),
  files: { image: { maxBytes: PROFILE_IMAGE_MAX_BYTES, dataUrl: true } },
  response: UserAnswer,
})

export const removeProfileImage = endpoint({
  method: 'DELETE',
  path: '/auth/profile-image',
  access: 'registered',
  invalidates: { tags: ['site'] },
  summary: 'Show the drawn picture again',
  response: UserAnswer,
})

export const Session = z.object({
  _id: z.string(),
  userAgent: z.string(),
  createdAt: z.string(),
  usedAt: z.string(),
  isCurrent: z.boolean(),
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  access: 'registered',
  summary: 'Where one is logged in, the latest first',
  response: z.array(Session),
})

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: 'registered',
  summary: 'Log out one session',
  params: z.object({ id: Id }),
  status: 204,
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'registered',
  summary: 'Log out everywhere else',
  status: 204,
})
