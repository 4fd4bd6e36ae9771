import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Message, User } from './people.ts'
import { line } from './text.ts'

export const USERNAME_MIN = 4
export const USERNAME_MAX = 32
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** In hours: how long the link in a verification mail can be used. */
export const VERIFY_HOURS = 24

export const REGISTERED_TITLE = 'Account created successfully'
export const REGISTERED = 'Registration successful! Please check your email to verify your account.'

const USERNAME_SHORT = 'Username must be at least 4 characters'
const PASSWORD_SHORT = 'Password must be at least 8 characters'
const BAD_EMAIL = 'Please enter an email address, like name@example.org'

const USERNAME_LETTERS = /^[\p{L}\p{M}\p{N} _.\-]+$/u

export const Username = line({
  min: USERNAME_MIN,
  max: USERNAME_MAX,
  missing: USERNAME_SHORT,
  tooLong: 'Username must be at most 32 characters',
}).check(
  z.refine((name) => USERNAME_LETTERS.test(name), 'A username has letters, digits, spaces and _ . - only'),
)

const ONE_AT = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u

export const Email = z.string(BAD_EMAIL).check(
  z.overwrite((text) => text.trim().toLowerCase()),
  z.refine((text) => text.length >= 3 && text.length <= 254 && ONE_AT.test(text), BAD_EMAIL),
)

export const NewPassword = z.string(PASSWORD_SHORT).check(
  z.refine((text) => [...text].length >= PASSWORD_MIN, { error: PASSWORD_SHORT, abort: true }),
  z.refine((text) => [...text].length <= PASSWORD_MAX, 'Password must be at most 128 characters'),
  z.refine((text) => !/\p{Surrogate}|\0/u.test(text), 'This password has characters that can not be typed again'),
)

/** A password that is only compared; the length bounds the cost of hashing it. */
const GivenPassword = z
  .string('Please enter your password')
  .check(z.minLength(1, 'Please enter your password'), z.maxLength(512, 'Wrong email or password.'))

const MailToken = z.string('The link is not complete. Open it from the mail again.').check(
  z.regex(/^[\w-]{43}$/, 'The link is not complete. Open it from the mail again.'),
)

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'open',
  summary: 'Log in with email and password',
  body: z.strictObject({ email: Email, password: GivenPassword }),
  response: z.object({ token: z.string(), user: User }),
  failed: 'Login failed',
})

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'open',
  summary: 'Create an account; a mail with a link verifies its address',
  body: z.strictObject({
    username: Username,
    email: Email,
    password: NewPassword,
    userType: z._default(z.enum(['reader', 'author'], 'Choose reader or author'), 'reader'),
  }),
  response: Message,
  status: 201,
  failed: 'Registration failed',
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/auth/verify',
  access: 'open',
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
