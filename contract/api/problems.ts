import { ApiError } from './api-error.ts'
import { DRAFT_CONFLICTS } from './draft-problems.ts'
import type { Factor } from '#contract/values/second-factors.ts'
import { PAGE_PROBLEMS } from './page-problems.ts'

export { isProblem } from './api-error.ts'

/** Every type of failure, a stable identifier for programs, with its HTTP status. */
export const STATUS = {
  validation: 400,
  unauthenticated: 401,
  bad_credentials: 401,
  wrong_password: 403,
  unverified: 403,
  suspended: 403,
  second_factor_needed: 403,
  wrong_factor: 403,
  second_factor_required: 403,
  reauthenticate: 403,
  forbidden: 403,
  older_readers: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  range: 416,
  expectation: 417,
  unreadable: 422,
  rate_limited: 429,
  header_too_large: 431,
  internal: 500,
  provider_failed: 502,
  overloaded: 503,
  unavailable: 503,
} as const

export type ProblemType = keyof typeof STATUS

const problem = (type: ProblemType, message: string) => ({ type, message })

/** Every failure by name, with the message that the user sees. */
export const PROBLEMS = {
  invalid: problem('validation', 'Some of the input is not valid. Please check it and try again.'),
  unreadableBody: problem('validation', 'The request could not be read. Please try again.'),
  brokenUpload: problem('validation', 'The upload was incomplete or damaged. Please try again.'),
  fileTwice: problem('validation', 'This file was sent twice, and the two differ. Send it once.'),
  badMailToken: problem('validation', 'This link has expired or was used before. Ask for a new one.'),
  badReportToken: problem('validation', 'This link is incomplete. Open it from the mail again.'),
  badUnsubscribeToken: problem('validation', 'This link is incomplete. Open it from the mail again.'),
  unauthenticated: problem('unauthenticated', 'Please log in to do this.'),
  badCredentials: problem('bad_credentials', 'Wrong email or password.'),
  wrongPassword: problem('wrong_password', 'This is not your password.'),
  unverified: problem('unverified', 'Please verify your email before logging in'),
  suspended: problem('suspended', 'This account is suspended.'),
  secondFactorNeeded: problem('second_factor_needed', 'Your account has a second factor. Show it to log in.'),
  wrongCode: problem('wrong_factor', 'This code is wrong, or was used before.'),
  badPasskey: problem('wrong_factor', 'This passkey was not accepted. Please try again.'),
  badFactorChallenge: problem('validation', 'This took too long, or was used before. Please start again.'),
  badSignIn: problem('validation', 'This login took too long, or was used before. Please start again.'),
  secondFactorRequired: problem(
    'second_factor_required',
    'Administration and moderation need a second factor. Set one up on your profile.',
  ),
  ownFactorFirst: problem('second_factor_required', 'Set up a second factor of your own on your profile first.'),
  reauthenticate: problem('reauthenticate', 'Please confirm that it is you before you do this.'),
  tokenScope: problem('forbidden', 'This token may not do this. Make one for it, or log in.'),
  forbidden: problem('forbidden', "You can't do this with your account."),
  adminType: problem('forbidden', 'Only an administrator can make another account an administrator.'),
  ownAdminType: PAGE_PROBLEMS.ownAdminType,
  olderReaders: problem('older_readers', 'This book is for older readers. Log in to see it.'),
  authorsOnly: problem('forbidden', 'Only authors can publish books. You can become one on your profile.'),
  registrationClosed: problem('forbidden', 'This library takes no new accounts at the moment.'),
  needsInvitation: problem(
    'forbidden',
    'This library takes new accounts by invitation. Enter a code that has not been used yet.',
  ),
  providerRefused: problem('forbidden', 'You were not logged in there. Please try again.'),
  notInGroup: problem('forbidden', 'Your account there is not in the group that can log in here.'),
  signUpElsewhere: problem('forbidden', 'This account is linked to nobody here, and cannot be used to sign up.'),
  providersOnly: problem('forbidden', 'Passwords are turned off in this library. Please log in with a provider.'),
  linkOnProfile: problem(
    'forbidden',
    'This account has a second factor. Log in with it, and link the provider on your profile.',
  ),
  foreignOrigin: problem('forbidden', 'This request came from another site.'),
  unknownAddress: problem(
    'forbidden',
    'This library does not know its own address: PUBLIC_URL is missing, or the proxy does not pass Host. Please tell the administrators.',
  ),
  badLink: problem('forbidden', 'This link has expired. Open the book again to get a new one.'),
  ownReport: problem('forbidden', "You can't report yourself, or what is yours."),
  adminReport: problem('forbidden', 'Only an administrator can suspend an account.'),
  ownBook: problem('forbidden', "You can't rate your own book."),
  noDeviceMail: problem('forbidden', 'This library sends no books to devices.'),
  readHereOnly: problem('forbidden', 'The author offers this book for reading here only.'),
  notYourBook: PAGE_PROBLEMS.notYourBook,
  commentsClosed: problem('forbidden', 'Comments on this book are closed.'),
  notYourComment: problem('forbidden', 'You can only delete your own comments.'),
  notFound: problem('not_found', 'This address does not exist.'),
  deletedMeanwhile: problem('not_found', 'This has just been deleted.'),
  bookNotFound: problem('not_found', 'Book not found.'),
  coAuthorNotFound: problem('not_found', 'This co-author has been removed already.'),
  coAuthorshipNotFound: problem('not_found', 'You are not a co-author of this book, nor asked to be one.'),
  chapterNotFound: problem('not_found', 'This chapter has been removed already.'),
  versionNotFound: problem('not_found', 'This book has no such version.'),
  penNameNotFound: problem('not_found', 'You have no such pen name.'),
  authorNotFound: problem('not_found', 'There is no book by an author with this name.'),
  seriesNotFound: problem('not_found', 'There is no such series, or none of its books is shown.'),
  notFollowable: problem('not_found', 'There is nothing of this kind to follow.'),
  listNotFound: problem('not_found', 'There is no such list, or it is no longer shared.'),
  notOnShelf: problem('not_found', 'This book is no longer there.'),
  userNotFound: problem('not_found', 'There is no such account.'),
  sessionNotFound: problem('not_found', 'This session has ended already.'),
  totpNotFound: problem('not_found', 'Start setting up the app again.'),
  passkeyNotFound: problem('not_found', 'This passkey has been removed already.'),
  tokenNotFound: problem('not_found', 'This token has been revoked already.'),
  providerNotFound: problem('not_found', 'This library has no such provider.'),
  commentNotFound: problem('not_found', 'This comment no longer exists.'),
  reportNotFound: problem('not_found', 'There is no such report, or it was deleted after its time.'),
  reportedGone: problem('not_found', 'What you want to report is no longer here.'),
  methodNotAllowed: problem('method_not_allowed', 'This address does not support this method.'),
  timeout: problem('timeout', 'The request took too long to arrive. Please try again.'),
  uploadTimeout: PAGE_PROBLEMS.uploadTimeout,
  emailTaken: problem('conflict', 'There is an account with this email already. Log in, or reset your password.'),
  penNameTaken: problem('conflict', 'This name is taken. Please choose another.'),
  usernameTaken: problem('conflict', 'This username is taken. Please choose another.'),
  lastAdmin: problem('conflict', 'This is the last administrator. Make another one first.'),
  rescueAdministrator: problem(
    'conflict',
    'This is the rescue administrator. Name another one in the site settings first.',
  ),
  notYourself: problem('conflict', 'Delete your own account on your profile, not here.'),
  notAgainstYourself: problem('conflict', "You can't do this to your own account, books and comments."),
  totpExists: problem('conflict', 'An app is set up already. Remove it before you set up another one.'),
  tooManyPasskeys: problem('conflict', 'An account can have 20 passkeys. Remove one first.'),
  linkedElsewhere: problem('conflict', 'This account of the provider is linked to another account here.'),
  linkedAlready: problem(
    'conflict',
    'Your account is linked to another account of this provider. Remove that link first.',
  ),
  lastWayIn: problem('conflict', 'This is the last way into your account. Set a password first, with a link by mail.'),
  setInEnvironment: problem('conflict', 'This provider is set in the environment of the server. Change it there.'),
  lastProvider: problem('conflict', 'Turn passwords on first, or add another provider.'),
  tooManyProviders: problem('conflict', 'A library can have 20 providers. Remove one first.'),
  tooManyTokens: problem('conflict', 'An account can have 50 tokens. Revoke one first.'),
  noSecondFactor: problem('conflict', 'Set up an app or a passkey first.'),
  tooManyBooks: problem('conflict', 'You have published as many books as this library allows for one author.'),
  tooManyMarks: problem('conflict', 'A book holds at most 2000 of your marks. Delete some first.'),
  tooManyWanted: problem('conflict', "'Want to read' holds at most 5000 books. Take some off first."),
  tooManyLists: problem('conflict', 'You can have at most 100 lists. Delete one first.'),
  tooManyInList: problem('conflict', 'A list holds at most 1000 books. Take some out first.'),
  tooManyFollowed: problem('conflict', 'You can follow at most 500 lists. Stop following some first.'),
  noDevice: problem(
    'conflict',
    'Enter the address of your device on your profile, and confirm it, before you send a book to it.',
  ),
  sameDevice: problem('conflict', 'This is the address of your device already.'),
  deviceCodeEnded: problem('conflict', 'This code does not work any more. Enter the address again to get another one.'),
  noEpub: problem('conflict', 'There is no EPUB of this book.'),
  noAddress: problem('conflict', 'Mails need a confirmed address. Register with one first.'),
  tooManyFollows: problem(
    'conflict',
    'You can follow at most 1000 authors, series, books, genres and tags. Stop following some first.',
  ),
  ownFollow: problem('conflict', 'This is your own name.'),
  typedAuthor: problem('conflict', 'This name has no account here, so it cannot be followed.'),
  ownList: problem('conflict', 'This is your own list.'),
  listNameTaken: problem('conflict', 'You have a list with this name already.'),
  tooManyCoAuthors: problem('conflict', 'A book has at most five co-authors. Remove one first.'),
  coAuthorTwice: problem('conflict', 'This co-author is in the list already.'),
  isAuthor: problem('conflict', 'This is already the author of the book.'),
  ownCoAuthor: problem('conflict', 'This is your own book. Ask somebody else.'),
  guestCoAuthor: problem('conflict', 'A guest cannot be asked. Add the name without an account.'),
  declinedBefore: problem('conflict', 'This account has declined. You can ask it again 30 days after its answer.'),
  libraryNotEmpty: problem('conflict', 'The handbooks can only be published while the library is empty.'),
  ...DRAFT_CONFLICTS,
  isPublished: problem('conflict', 'This book is published already.'),
  tooManyPenNames: problem('conflict', 'You have five pen names. Remove one before you make another.'),
  penNameInUse: problem('conflict', 'A book has this pen name, so it cannot be removed.'),
  penNameStays: problem(
    'conflict',
    'This book was published, or somebody was asked to be a co-author. It keeps its name: another would tell whose it is.',
  ),
  noManuscript: problem(
    'conflict',
    'Chapters can be added to a book that was made from a manuscript, such as a Word, Markdown or FB2 file. The file of this book was not.',
  ),
  noKepub: problem(
    'conflict',
    'No KEPUB can be made of this book: its pages have a fixed layout, or it takes too much time or memory. Please save the EPUB.',
  ),
  noEpubForPaper: problem('conflict', 'Only an EPUB or a manuscript can be set for paper. This book is a PDF.'),
  manuscriptMissing: problem('conflict', 'The manuscript of this book is missing. Please upload it again.'),
  chapterMissing: problem('conflict', 'The file of this chapter is missing. Please upload it again.'),
  chapterIsOut: problem('conflict', 'This chapter is part of the book already.'),
  tooManyChapters: problem('conflict', 'A book holds at most 500 added chapters.'),
  notPublished: problem('conflict', 'This book is not published.'),
  currentVersion: problem('conflict', 'This file is the current one.'),
  importRuns: problem('conflict', 'This cannot be done while the import is running, or once it is done.'),
  importEnded: problem('conflict', 'This import is not running.'),
  alreadyReported: problem('conflict', 'You have reported this already. Your profile shows what comes of it.'),
  alreadyAnswered: problem('conflict', 'You have answered already. You can answer once.'),
  nothingToAnswer: problem('conflict', 'There is no decision that you can answer at the moment.'),
  decidedMeanwhile: problem('conflict', 'Somebody else has decided this in the meantime.'),
  decisionImpossible: problem('conflict', 'This cannot be decided for this report as it is now.'),
  tooLargeForDevice: problem('too_large', 'This EPUB is too large to be sent by mail.'),
  tooLarge: problem('too_large', 'Too much was sent at once.'),
  pdfTooLarge: problem('too_large', 'PDF file is too large (max 10MB). Please compress your file.'),
  epubTooLarge: problem('too_large', 'EPUB file is too large (max 50MB). Please compress its images.'),
  archiveTooLarge: problem(
    'too_large',
    'The archive is too large (max 2 GB). IMPORT_FROM names a folder for larger ones.',
  ),
  imageTooLarge: problem('too_large', 'Image file is too large (max 10MB).'),
  profileImageTooLarge: problem('too_large', 'Image file is too large (max 4MB).'),
  unsupportedType: problem('unsupported', 'Send this as JSON.'),
  unsupportedUpload: problem('unsupported', 'Send this as a form with files (multipart/form-data).'),
  notBookFile: problem('unsupported', 'Please select a PDF file'),
  notImage: problem('unsupported', 'Please select an image'),
  notArchive: problem('unsupported', 'Please select a zip archive'),
  notApk: problem('unsupported', 'Please select an APK file'),
  unreadableFile: problem('unreadable', 'This PDF cannot be opened.'),
  unreadableImage: problem('unreadable', 'This image cannot be opened.'),
  badRange: problem('range', 'The requested range is outside the file.'),
  expectation: problem('expectation', 'The server does not support this Expect header.'),
  deviceChanged: problem(
    'rate_limited',
    'You can change the address of your device once a day. Please try again tomorrow.',
  ),
  rateLimited: problem('rate_limited', 'Too many requests. Please try again later.'),
  headerTooLarge: problem('header_too_large', 'The address or the headers of this request are too long.'),
  internal: problem('internal', 'Something went wrong on our side.'),
  providerFailed: problem('provider_failed', 'The provider does not answer. Please try again in a moment.'),
  overloaded: problem('overloaded', 'The library is very busy. Please try again in a moment.'),
  unavailable: problem('unavailable', 'The library is temporarily unavailable. Please try again in a moment.'),
} as const

export type ProblemName = keyof typeof PROBLEMS

/** Messages by field, in the order of the form. */
export type FieldErrors = Record<string, string>

/** The body of every response that is not 2xx. */
export interface ProblemBody {
  message: string
  type: ProblemType | 'unknown'
  errors?: FieldErrors
  needsVerification?: boolean
  needsSecondFactor?: true
  /** What the second step of the login is done with. */
  secondFactor?: { challenge: string; factors: Factor[] }
  /** A free value in place of a taken one. */
  suggestion?: string
  requestId: string
}

interface Details extends Partial<
  Pick<ProblemBody, 'message' | 'errors' | 'needsVerification' | 'secondFactor' | 'suggestion'>
> {
  /** In seconds. */
  retryAfter?: number
}

/** A failure, thrown by name anywhere on the server. */
export class Problem extends ApiError {
  constructor(name: ProblemName, { retryAfter, ...details }: Details = {}) {
    const timed =
      name === 'rateLimited' && retryAfter !== undefined
        ? { message: `Too many requests. Please try again in ${inWords(retryAfter)}.` }
        : {}
    super(STATUS[PROBLEMS[name].type], { ...PROBLEMS[name], ...timed, ...details }, retryAfter)
  }
}

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** A time in its largest unit, rounded up: '4 minutes'. */
const inWords = (seconds: number): string => {
  const [size, unit] = UNITS.find(([least]) => seconds >= least) ?? UNITS[3]
  const count = Math.max(1, Math.ceil(seconds / size))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
