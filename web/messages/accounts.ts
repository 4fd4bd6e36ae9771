/** The messages of the account pages. The server's messages are in the contract. */

export const NETWORK_ERROR = 'Network error. Please check your connection.'

export const AUTH = {
  login: 'Login',
  loggingIn: 'Logging in…',
  noAccount: 'No account yet?',
  signUp: 'Sign Up',
  signingUp: 'Signing up…',
  haveAccount: 'Have an account?',
  choose: 'Sign up as a reader or as an author. You can change this later.',
  invitation: 'Invitation code',
  invitationHint: 'New accounts need an invitation. Enter the code that you received.',
  closed: 'This library takes no new accounts at the moment.',
  closedText: 'You can open every book’s page and read as a guest. Existing accounts can still log in.',
  fullName: 'Full name',
  nameHint: (min: number, max: number) => `The name that others see, ${min} to ${max} characters`,
  takeName: (name: string) => `Use “${name}”`,
  email: 'Email',
  password: 'Password',
  passwordHint: (min: number) => `At least ${min} characters.`,
  confirm: 'Confirm password',
  age: 'You must be at least 13 years old.',
  rules: { before: 'Our', terms: 'terms', between: 'and our', privacy: 'privacy policy', after: 'apply.' },
  forgot: 'Forgot your password?',
  ok: 'OK',
  noName: 'Please enter your full name',
  noEmail: 'Please enter your email',
  noPassword: 'Please enter your password',
  noNewPassword: 'Please enter a password',
  noConfirm: 'Please enter the password again',
  noInvitation: 'Please enter the code of your invitation',
  mismatch: 'Passwords do not match',
  unverified: 'Please check your email or request a new verification link.',
  resend: 'Resend verification email',
  resendFailed: 'The mail could not be sent. Please try again.',
} as const

/** The login page for a visitor who wanted a page that guests may use. */
export const GUEST_FIRST = {
  title: 'Come in',
  text: 'The library is for members. Go in as a guest: one press, no email.',
} as const

export const TABLE = {
  title: 'New here? Choose your card',
  chosen: { reader: 'You are signing up as a reader', author: 'You are signing up as an author' },
  reader: { title: 'Reader', signUp: 'Sign up as a reader', says: 'Browse, read, rate and comment.' },
  author: { title: 'Author', signUp: 'Sign up as an author', says: 'All that, and publish books of your own.' },
} as const

export const PASSKEY_LOGIN = {
  go: 'Log in with a passkey',
  waiting: 'Waiting for your device…',
  failed: 'The passkey was not accepted. Please try again, or use your password.',
} as const

export const VERIFY = {
  title: 'Verify my email',
  heading: 'Confirm your email',
  text: 'One press and your card is yours.',
  spent: 'This link is no longer valid',
  broken: 'This link is incomplete',
  incomplete: 'Open it from the mail again, or request a new one.',
  failed: 'Your email could not be verified. Please try again.',
  newMail: 'A new mail',
  hint: (hours: number) => `The new link works for ${hours} hours.`,
  send: 'Send a new mail',
} as const

export const CONFIRM_EMAIL = {
  title: 'Change my email',
  heading: 'Confirm your new email',
  text: 'One press, and you log in with this address from now on. Your other sessions end.',
  done: 'Your email is changed',
  brokenText: 'Open it from the mail again, or change your email on your profile once more.',
  profile: 'Go to your profile',
  failed: 'Your email could not be changed. Please try again.',
} as const

export const FORGOT = {
  title: 'Forgot your password?',
  text: 'Enter your email, and we will send you a link to choose a new password.',
  form: 'A link to choose a new password',
  hint: (hours: number) => (hours === 1 ? 'The link works for one hour.' : `The link works for ${hours} hours.`),
  send: 'Send the link',
  failed: 'The mail could not be sent. Please try again.',
  back: 'Back to login',
} as const

export const RESET = {
  title: 'Choose a new password',
  text: 'It replaces the old password, and all devices are logged out.',
  newPassword: 'New password',
  save: 'Save the new password',
  saving: 'Saving…',
  failed: 'Your password could not be changed. Please try again.',
} as const
