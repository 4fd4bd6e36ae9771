/** The messages of the profile. The server's messages are in the contract. */

export const PROFILE = {
  title: 'Profile',
  loading: 'Loading your profile...',
  types: { reader: 'Reader', author: 'Author', moderator: 'Moderator', admin: 'Administrator' },
  since: (month: string) => `since ${month}`,
  account: 'Your account',
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

export const SEX = {
  title: 'Sex',
  text: 'Only you see it.',
  none: 'Not set',
  choose: 'Please choose an option',
} as const

export const TYPE = {
  title: 'Reader or author',
  reader: 'You are a reader: you can browse, read, rate and comment.',
  author: 'You are an author: you can do everything a reader can, and publish your own books.',
  moderator: 'You are a moderator: you can do everything an author can, and hide books and comments.',
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
  change: 'Change password',
} as const

export const SESSIONS = {
  title: 'Where you are logged in',
  text: 'If you do not recognise one of them, end it and change your password.',
  loading: 'Loading your sessions...',
  failed: 'Failed to load your sessions. Please try again later.',
  here: 'This device',
  used: (when: string) => `last used ${when}`,
  end: 'End',
  endOf: (device: string) => `End the session of ${device}`,
  endOthers: 'End all others',
  ended: 'The session has ended.',
  othersEnded: 'All other sessions have ended.',
  endFailed: 'The session could not be ended. Please try again.',
  unknown: 'An unknown device',
} as const

export const EXPORT = {
  title: 'Download your data',
  text: 'All your data in a zip file: your account, ratings, comments, where you stopped reading, and your books with their files.',
  get: 'Download my data',
  getting: 'Preparing…',
  failed: 'Your data could not be prepared. Please try again.',
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
