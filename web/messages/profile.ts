import { ABOUT_MAX, LINKS_MAX } from '#contract/values/authors.ts'
import { EMAIL_CHANGE_HOURS, SECURITY_EVENT_DAYS } from '#contract/values/account-security.ts'
import { grouped } from './counts.ts'

/** The messages of the profile. The server's messages are in the contract. */

export const PROFILE = {
  title: 'Profile',
  loading: 'Loading your profile...',
  types: { reader: 'Reader', author: 'Author', moderator: 'Moderator', admin: 'Administrator' },
  since: (month: string) => `since ${month}`,
  pagesLabel: 'Pages of your profile',
  pages: {
    account: 'Your account',
    security: 'Login and security',
    notices: 'Notices',
    reports: 'Reports and blocking',
    data: 'Your data',
  },
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
} as const

export const GUEST_PROFILE = {
  title: 'Sign up to keep your account',
  text: (name: string) =>
    `You are here as a guest, under the name ${name}. If you sign up, your ratings and comments stay yours.`,
} as const

export const UPLOADS = {
  title: 'Your books',
  loading: 'Loading your books...',
  none: 'No books uploaded yet',
  upload: 'Upload a book',
  all: (count: number) => `Show all ${count}`,
  figures: 'Figures',
  figuresOf: (title: string) => `Figures of ${title}`,
  edit: 'Edit',
  editOf: (title: string) => `Edit ${title}`,
  remove: 'Delete',
  removeOf: (title: string) => `Delete ${title}`,
} as const

export const PICTURE = {
  title: 'Picture',
  text: 'It is shown beside your comments, cropped to a square.',
  choose: 'Choose a picture',
  hint: 'JPEG, PNG, WebP, AVIF or GIF.',
  setting: 'Setting your picture…',
  remove: 'Remove picture',
  noImage: 'Please select an image',
  setFailed: 'Your picture could not be set. Please try again.',
  removeFailed: 'Your picture could not be removed. Please try again.',
} as const

export const USERNAME = {
  title: 'Username',
  text: 'Others see it beside your comments and your books.',
  short: 'Username must be at least 4 characters',
} as const

export const AUTHOR_PAGE = {
  title: 'Your author’s page',
  says: 'What it says about you',
  text: 'It lists your books that have your username as their author. Everybody can see it, with your picture and what you write here.',
  see: 'See your page',
  about: 'About you',
  aboutHint: `Up to ${ABOUT_MAX} characters.`,
  long: `The lines about you have at most ${ABOUT_MAX} characters`,
  links: 'Links',
  linksHint: `Up to ${LINKS_MAX} addresses, one on each line. They begin with https://.`,
} as const

export const SEX = {
  title: 'Sex',
  text: 'Only you see it.',
  none: 'Not set',
  choose: 'Please choose an option',
  names: { Male: 'Male', Female: 'Female', Other: 'Other', 'Prefer not to say': 'Prefer not to say' },
} as const

export const TYPE = {
  title: 'Reader or author',
  reader: 'You are a reader: you can browse, read, rate and comment.',
  author: 'You are an author: you can do everything a reader can, and publish your own books.',
  moderator: 'You are a moderator: you can do everything an author can, and hide books, comments and lists.',
  admin: 'You are an administrator.',
  become: { author: 'Become an author', reader: 'Become a reader' },
  keeps: 'Your books stay in the library, and you can still edit and delete them here.',
  failed: 'Your account could not be changed. Please try again.',
} as const

export const NEW_PASSWORD = {
  title: 'Password',
  text: 'Changing it logs out all your other devices.',
  current: 'Current password',
  next: 'New password',
  both: 'Both passwords are required',
  short: 'New password must be at least 8 characters',
  endTokens: 'Revoke the tokens of reading apps too',
  change: 'Change password',
} as const

export const EMAIL = {
  title: 'Email',
  text: (email: string) => `You log in with ${email}. Others never see it.`,
  textAlone: (email: string) => `Mails go to ${email}. Others never see it.`,
  next: 'New email',
  noEmail: 'Please enter your new email',
  password: 'Your password',
  noPassword: 'Please enter your password',
  hint: 'We send a link there. Until you open it, nothing changes.',
  change: 'Change email',
  sending: 'Sending…',
  pending: (newEmail: string, when: string) =>
    `A link was sent to ${newEmail} on ${when}. Open it to confirm the change. It works for ${EMAIL_CHANGE_HOURS} hours.`,
  cancel: 'Cancel the change',
  cancelled: 'The change is cancelled. Your email stays as it is.',
  cancelFailed: 'The change could not be cancelled. Please try again.',
} as const

export const SECURITY_EVENTS = {
  title: 'Recent security events',
  text: `Logins and changes of your account in the last ${SECURITY_EVENT_DAYS} days. If you do not recognise one of them, change your password.`,
  loading: 'Loading the events...',
  failed: 'Failed to load the events. Please try again later.',
  none: 'Nothing has happened yet.',
  all: (count: number) => `Show all ${count}`,
  kinds: {
    'logged-in': 'Login',
    'logged-in-on-new-device': 'Login on a new device',
    'logged-out': 'Logout',
    'wrong-password': 'Wrong password',
    'password-changed': 'Password changed',
    'email-change-requested': 'Change of email requested',
    'email-change-cancelled': 'Change of email cancelled',
    'email-changed': 'Email changed',
    'session-ended': 'You ended a session',
    'other-sessions-ended': 'You ended all other sessions',
    'became-administrator': 'Became an administrator',
    'no-longer-administrator': 'No longer an administrator',
    'second-factor-added': 'Second factor added',
    'second-factor-removed': 'Second factor removed',
    'recovery-code-used': 'Recovery code used',
    'recovery-codes-replaced': 'New recovery codes',
    'wrong-code': 'Wrong code of the second factor',
    'token-made': 'Token made',
    'token-revoked': 'Token revoked',
    'provider-linked': 'Account elsewhere linked',
    'provider-unlinked': 'Account elsewhere unlinked',
    'logged-out-by-provider': 'Logged out by an account elsewhere',
    'device-confirmed': 'Address of your device confirmed',
    'device-removed': 'Address of your device removed',
  },
  times: (count: number) => `${count} times that day, the last`,
} as const

export const SESSIONS = {
  title: 'Where you are logged in',
  text: 'If you do not recognise one of them, end it and change your password.',
  loading: 'Loading your sessions...',
  failed: 'Failed to load your sessions. Please try again later.',
  here: 'This device',
  used: (when: string) => `last used ${when}`,
  network: (network: string) => `network ${network}`,
  end: 'End',
  endOf: (device: string) => `End the session of ${device}`,
  endOthers: 'End all others',
  ended: 'The session has ended.',
  othersEnded: 'All other sessions have ended.',
  endFailed: 'The session could not be ended. Please try again.',
  unknown: 'An unknown device',
  device: (browser: string, system: string) => `${browser} on ${system}`,
} as const

/** Marks in books that were deleted. */
export const MARKED_BOOKS = {
  title: 'Marks in deleted books',
  text: 'These books are no longer in the library. Your marks in them are in the download of your data until you delete them.',
  of: (title: string, author: string) => `${title}, ${author}`,
  count: (count: number) => (count === 1 ? '1 mark' : `${grouped(count)} marks`),
  remove: (title: string) => `Delete the marks in ${title}`,
  confirm: 'Delete these marks?',
  confirmText: (title: string) => `Your marks in ${title} cannot be brought back.`,
  cancel: 'Cancel',
  go: 'Delete',
  gone: 'The marks are deleted.',
  failed: 'The marks could not be deleted. Please try again.',
} as const

export const EXPORT = {
  title: 'Download your data',
  text: 'All your data in a zip file: your account, ratings, comments, where you stopped reading, your marks, and your books with their files.',
  get: 'Download my data',
  getting: 'Preparing…',
  failed: 'Your data could not be prepared. Please try again.',
} as const

/** For the export of one's own books, in the studio. */
export const EXPORT_WORKS = {
  title: 'Export your works',
  link: 'Export',
  text: 'A zip file of all your books, with their files, details, comments and ratings. Readers appear under pseudonyms. Another Quillhouse site can import it. Anyone who has the file can see that your pen names belong to one person.',
  get: 'Export my works',
  getting: 'Preparing…',
  failed: 'Your books could not be prepared. Please try again.',
} as const

export const LEAVE = {
  title: 'Delete account',
  text: 'Your ratings go with it; comments stay under ‘Unknown User’. This cannot be undone.',
  open: 'Delete my account',
  confirm: 'Delete your account?',
  password: 'Your password',
  noPassword: 'Please enter your password',
  books: 'Your books',
  keep: 'Stay in the library, without a publisher',
  remove: 'Are deleted as well',
  go: 'Delete account',
  going: 'Deleting...',
  gone: 'Your account is deleted.',
  failed: 'Your account could not be deleted. Please try again.',
} as const
