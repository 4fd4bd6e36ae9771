/** The messages of logging in through a provider, such as a school. The server's messages are in the contract. */

export const SIGN_ON = {
  goOn: (provider: string) => `Continue with ${provider}`,
  leaving: (provider: string) => `Taking you to ${provider}…`,
  failed: 'Login failed',
  orEmail: 'Or with your email',
  only: 'You log in to this library with an account that you have elsewhere.',
  withPassword: 'Log in with a password',
  rescue: 'Passwords are turned off in this library. Only its rescue administrator has one.',
  loggedOut: 'You are logged out',
} as const

/** The page to which a provider leads back. */
export const SIGN_ON_RETURN = {
  title: 'One moment',
  loading: 'Checking who you are…',
  failed: 'This did not work',
  again: 'Back to login',
  back: 'Back to where you were',
  incomplete: 'This address is only for the way back from a provider, and works once.',
  linked: (provider: string) => `You can log in with ${provider} from now on.`,
  confirmed: 'Thank you. Please press the button once more.',
} as const

/** A new account, for which the provider does not say everything. */
export const SIGN_ON_NEW = {
  title: 'Your library card',
  text: (provider: string) => `${provider} says who you are. Two things are left to choose.`,
  textName: (provider: string) => `${provider} says who you are. Choose the name that others see.`,
  type: 'You are here as',
  types: { reader: 'A reader', author: 'An author' },
  noType: 'Please choose whether you are a reader or an author',
  email: (email: string) => `Mails go to ${email}. Others never see this address.`,
  create: 'Create my account',
  creating: 'Creating your account…',
  failed: 'Your account could not be created. Please try again.',
  have: 'Do you have an account here already? Log in to it, and link it on your profile.',
} as const

/** An account that has the address already. */
export const SIGN_ON_CONFIRM = {
  title: 'You have an account here',
  text: (provider: string, email: string) =>
    `${email} has an account here already. Confirm once that it is yours, and you can log in to it with ${provider} from now on.`,
  password: 'Password of this library',
  noPassword: 'Please enter your password',
  go: 'Link and log in',
  going: 'Linking…',
  failed: 'The account could not be linked. Please try again.',
  orMail: 'Or by mail',
  mailText: 'We send a link to the address of the account.',
  mail: 'Send me a link',
  mailFailed: 'The mail could not be sent. Please try again.',
} as const

/** The page that the mail links to which proves an address. */
export const SIGN_ON_MAIL = {
  title: 'Confirm your login',
  heading: 'Confirm that it is you',
  text: 'One press, and you are logged in.',
  confirm: 'Confirm',
  failed: 'You could not be logged in. Please try again.',
  elsewhere: 'Open this in the other browser',
  elsewhereText:
    'For your safety this link works only in the browser in which you logged in. Open it there, or log in here once more.',
  broken: 'Open it from the mail again, or log in once more to get another one.',
} as const

/** Linked providers, on the profile. */
export const LINKED = {
  title: 'Accounts elsewhere',
  text: 'You can log in with an account that you have elsewhere instead of the password.',
  loading: 'Loading your linked accounts...',
  failed: 'Failed to load your linked accounts. Please try again later.',
  used: (when: string) => `last used ${when}`,
  since: (when: string) => `linked ${when}`,
  link: 'Link',
  linkOf: (provider: string) => `Link ${provider}`,
  linking: 'One moment…',
  linkFailed: 'It could not be linked. Please try again.',
  unlink: 'Unlink',
  unlinkOf: (provider: string) => `Unlink ${provider}`,
  unlinkTitle: (provider: string) => `Unlink ${provider}?`,
  unlinkText: (provider: string) =>
    `You can no longer log in with ${provider}. Your account, your books and everything else in it stay.`,
  unlinking: 'Unlinking...',
  unlinkFailed: 'It could not be unlinked. Please try again.',
  unlinked: (provider: string) => `${provider} is unlinked.`,
} as const

/** For an account without a password. */
export const NO_PASSWORD = {
  text: 'Your account has none, because you log in with an account elsewhere. To have one too, open the link that we send you.',
  only: 'Your account has none: people log in to this library with an account elsewhere.',
  set: 'Send me a link to set one',
  sending: 'Sending…',
  failed: 'The mail could not be sent. Please try again.',
} as const

/** In the dialog that asks again who somebody is. */
export const CONFIRM_ELSEWHERE = {
  goOn: (provider: string) => `Confirm with ${provider}`,
  text: 'You then come back to this page, and press the button once more.',
  failed: 'This could not be checked. Please try again.',
} as const
