/** The messages of second factors. The server's messages are in the contract. */

export const SECOND_FACTORS = {
  title: 'Two factors',
  text: 'With a second factor, nobody can log in with your password alone. Setting one up logs out all your other devices.',
  required: 'Administrators of this library need a second factor. Set one up to go on.',
  loading: 'Loading your second factors...',
  failed: 'Failed to load your second factors. Please try again later.',
  app: 'Authenticator app',
  appText: 'An app on your phone shows a new code of six digits every 30 seconds.',
  setUpApp: 'Set up an app',
  removeApp: 'Remove the app',
  removeAppTitle: 'Remove the app?',
  removeAppText: 'Its codes will no longer be accepted.',
  appRemoved: 'The app is removed.',
  preparing: 'Preparing…',
  appFailed: 'The app could not be set up. Please try again.',
  passkeys: 'Passkeys',
  passkeysText:
    'Your fingerprint, your face or the PIN of your device, or a security key. A passkey also replaces the password.',
  noPasskeysHere: 'Passkeys need a secure address of this library (https), so they are not available here.',
  addPasskey: 'Add a passkey',
  passkeyName: 'Name of the passkey',
  passkeyNameHint: 'So that you recognise it later, for example “My phone”.',
  noName: 'Please give the passkey a name',
  create: 'Create the passkey',
  creating: 'Waiting for your device…',
  passkeyAdded: (name: string) => `The passkey “${name}” is added.`,
  passkeyFailed: 'The passkey was not created. Please try again.',
  used: (when: string) => `last used ${when}`,
  added: (when: string) => `added ${when}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove the passkey ${name}`,
  removePasskey: 'Remove this passkey?',
  removePasskeyText: (name: string) => `You can no longer log in with “${name}”.`,
  passkeyRemoved: 'The passkey is removed.',
  removeFailed: 'It could not be removed. Please try again.',
  removing: 'Removing...',
  last: 'It is your last second factor: your recovery codes end with it, and your password alone is enough again.',
  cancel: 'Cancel',
} as const

export const SET_UP_APP = {
  title: 'Set up an app',
  scan: 'Scan this code with your authenticator app, or enter the key by hand.',
  code: 'The code to scan with your app',
  key: 'Key',
  copy: 'Copy the key',
  copied: 'The key is copied.',
  notCopied: 'It could not be copied. Please select and copy it by hand.',
  enter: 'Code of the app',
  hint: 'The six digits that the app shows now.',
  noCode: 'Please enter the six digits of your app',
  confirm: 'Confirm',
  confirming: 'Confirming…',
  done: 'Your app is set up.',
} as const

export const RECOVERY = {
  title: 'Recovery codes',
  text: 'If you lose your phone or your passkeys, each of these codes lets you log in once.',
  left: (count: number) => (count === 1 ? '1 code is left.' : `${count} codes are left.`),
  replace: 'New recovery codes',
  replaceTitle: 'Create new recovery codes?',
  replaceText: 'The codes that you have now will no longer be accepted.',
  create: 'Create',
  replacing: 'Creating...',
  failed: 'The codes could not be created. Please try again.',
  saveTitle: 'Save your recovery codes',
  save: 'They are shown only now. Print them or store them in a safe place, not on the phone with your app.',
  copy: 'Copy',
  copied: 'The codes are copied.',
  notCopied: 'The codes could not be copied. Please select and copy them by hand.',
  print: 'Print',
  saved: 'I have saved them',
} as const

export const SECOND_STEP = {
  title: 'Your second factor',
  code: 'Code of your app',
  codeHint: 'The six digits that your authenticator app shows now.',
  noCode: 'Please enter the six digits of your app',
  recovery: 'Recovery code',
  recoveryHint: 'One of the ten codes that you saved. Each works once.',
  noRecovery: 'Please enter a recovery code',
  useRecovery: 'Use a recovery code',
  useCode: 'Use the code of your app',
  usePasskey: 'Use a passkey',
  back: 'Back to login',
  failed: 'You could not be logged in. Please try again.',
} as const

export const PASSKEY_LOGIN = {
  go: 'Log in with a passkey',
  waiting: 'Waiting for your device…',
  failed: 'The passkey was not accepted. Please try again, or use your password.',
} as const

export const CONFIRM_IDENTITY = {
  title: 'Is it you?',
  text: 'Before this, please confirm that it is you.',
  password: 'Your password',
  noPassword: 'Please enter your password',
  usePassword: 'Use your password',
  useCode: 'Use a code of your app',
  confirm: 'Confirm',
  confirming: 'Confirming…',
  cancel: 'Cancel',
  leave: 'Leave administration',
  failed: 'This could not be checked. Please try again.',
  missing: 'Set up a second factor',
  setUp: 'Set it up',
} as const

export const RESET_FACTORS = {
  open: 'Remove second factors',
  title: 'Remove the second factors?',
  text: (name: string) =>
    `For ${name}, the password alone is then enough to log in. All their sessions end, and they get a mail. Make sure that the request really comes from them.`,
  go: 'Remove',
  going: 'Removing...',
  done: (name: string) => `The second factors of ${name} are removed.`,
} as const
