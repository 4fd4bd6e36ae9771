import * as z from 'zod/mini'
import {
  GivenPassword,
  LanguageTag,
  passwordRules,
  PROFILE_IMAGE_MAX_BYTES,
  typeable,
  UserAnswer,
  Username,
} from './accounts.ts'
import { endpoint } from './api/endpoint.ts'
import { idInPath } from './shapes/ids.ts'
import { SEXES } from './shapes/people.ts'
import { imageField, uploadedFile } from './api/uploaded-file.ts'

export const updateUserType = endpoint('POST', '/auth/update-user-type', 'registered', {
  rates: [{ by: 'caller', max: 5, seconds: 86_400 }],
  summary: 'Change the account type to author or reader',
  body: z.strictObject({ userType: z.enum(['reader', 'author', 'admin'], 'Choose reader or author') }),
  response: UserAnswer,
})

export const updateUsername = endpoint('PUT', '/auth/update-username', 'registered', {
  failureMessage: 'Failed to update username',
  rates: [{ by: 'caller', max: 3, seconds: 86_400 }],
  invalidates: { tags: ['site'] },
  summary: 'Change the username',
  body: z.strictObject({ newUsername: Username }),
  response: UserAnswer,
})

export const updateSex = endpoint('PUT', '/auth/update-sex', 'registered', {
  failureMessage: 'Failed to update sex',
  summary: 'Change the sex shown on the profile',
  body: z.strictObject({ sex: z.enum(SEXES, 'Choose one of the four') }),
  response: UserAnswer,
})

export const updateLanguage = endpoint('PUT', '/auth/update-language', 'registered', {
  failureMessage: 'Failed to update the language',
  rates: [{ by: 'caller', max: 60, seconds: 3600 }],
  summary: 'Choose the language of the pages and mails of the account, or null for that of the browser',
  body: z.strictObject({ language: z.nullable(LanguageTag) }),
  response: UserAnswer,
})

const BOTH_NEEDED = 'Both passwords are required'
const NEW_SHORT = 'New password must be at least 8 characters'

export const updatePassword = endpoint('PUT', '/auth/update-password', 'registered', {
  failureMessage: 'Failed to update password',
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

export const setProfileImage = endpoint('PUT', '/auth/profile-image', 'registered', {
  rates: [{ by: 'caller', max: 10, seconds: 3600, shared: true }],
  atOnce: { perCaller: 1, all: 4 },
  receivedAtOnce: { perCaller: 1, all: 16 },
  invalidates: { tags: ['site'] },
  summary: 'Set the profile image',
  body: z.strictObject({ image: uploadedFile('Please select an image') }),
  files: { image: imageField(PROFILE_IMAGE_MAX_BYTES, 'profileImageTooLarge') },
  response: UserAnswer,
})

export const removeProfileImage = endpoint('DELETE', '/auth/profile-image', 'registered', {
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

export const listSessions = endpoint('GET', '/auth/sessions', 'registered', {
  summary: 'The sessions of the account, the most recently used first',
  response: z.array(Session),
})

export const endOneSession = endpoint('DELETE', '/auth/sessions/:id', 'registered', {
  summary: 'End one session',
  params: z.object({ id: idInPath('sessionNotFound') }),
  status: 204,
})

export const endOtherSessions = endpoint('DELETE', '/auth/sessions', 'registered', {
  summary: 'End all other sessions',
  status: 204,
})

export const deleteAccount = endpoint('DELETE', '/auth/account', 'registered', {
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

export const exportAccount = endpoint('GET', '/auth/export', 'registered', {
  fileType: 'application/zip',
  rates: [{ by: 'caller', max: 10, seconds: 3600 }],
  summary:
    'All data of the account as a zip: account, sessions, ratings, comments, reading positions, books with their files',
})

export const createExportLink = endpoint('POST', '/auth/export', 'registered', {
  rates: [{ by: 'caller', max: 10, seconds: 3600 }],
  summary: 'A link to that zip, which works for 15 minutes without a token',
  response: z.object({ exportUrl: z.string() }),
})

export const createWorksLink = endpoint('POST', '/auth/export-works', 'author', {
  rates: [{ by: 'caller', max: 10, seconds: 3600 }],
  summary:
    'A link to the own books as a zip in the open form of exports, with their comments and ratings under pseudonyms; works for 15 minutes without a token',
  response: z.object({ exportUrl: z.string() }),
})
