import type { TokenScope } from '#contract/api/endpoint.ts'

/** The messages of the page 'Read on your device', and of tokens on the profile. */
export const DEVICES = {
  title: 'Read on your device',
  lead: 'Read these books in the app of your e-reader, phone or computer, and let it keep your place.',
  addresses: 'Addresses',
  addressesText: 'Apps ask for one of these.',
  opds: 'Catalogue (OPDS)',
  kosync: 'KOReader sync',
  copy: 'Copy',
  copyOf: (name: string) => `Copy: ${name}`,
  copied: 'Copied',
  notCopied: 'Your browser does not allow copying. Select the text and copy it.',
  steps: 'In your app',
  stepsText: 'Where an app asks who you are, enter your email or username, and a token as the password.',
  apps: [
    {
      name: 'KOReader: the books',
      steps: [
        'Open Search, OPDS catalog, and add a catalogue with the plus sign.',
        'Enter the address of the catalogue, your email, and a token as the password.',
      ],
    },
    {
      name: 'KOReader: your place',
      steps: [
        'In a book open Tools, Progress sync, Custom sync server, and enter the sync address.',
        'Choose Register / Login, then Login, with your email and a token as the password. Accounts can only be made on this site.',
        'KOReader then counts as another of your devices, and this site asks before it moves you to its place.',
      ],
    },
    {
      name: 'Thorium Reader',
      steps: ['Open Catalogs, Add an OPDS feed, and enter a name and the address of the catalogue.'],
    },
    {
      name: 'Readest',
      steps: [
        'Open the menu of its library, OPDS Catalogs, and add the address of the catalogue.',
        'For your place open the settings of KOReader Sync, and enter the sync address, your email and a token.',
      ],
    },
    {
      name: 'Other apps',
      steps: [
        'Look for OPDS or catalogues, and for KOReader sync or kosync. Each asks for one of the addresses above.',
      ],
    },
  ],
  token: 'A token',
  tokenText:
    'A token is a password for one app. It can be revoked by itself, and never changes your account. Never enter your own password in an app.',
  logIn: 'Log in to make a token',
  needsAccount: 'A token needs an account with an email address.',
  signUp: 'Sign up to make a token',
  allTokens: 'All your tokens',
} as const

export const TOKENS = {
  title: 'Reading apps and tokens',
  text: 'A token is a password for one app or program. It cannot be used for your account, administration or moderation.',
  devices: 'Make a token, and read on your device',
  loading: 'Loading your tokens...',
  failed: 'Your tokens could not be loaded. Please try again.',
  none: 'You have no tokens.',
  name: 'Name',
  nameHint: 'Such as the device that it is for.',
  noName: 'Please give the token a name',
  scopes: 'What it is for',
  noScopes: 'Choose what the token is for',
  scopeNames: {
    feeds: 'Catalogues of reading apps',
    sync: 'KOReader sync',
    read: 'Reading through the API',
    write: 'Writing through the API',
  } satisfies Record<TokenScope, string>,
  make: 'Make a token',
  making: 'Making…',
  makeFailed: 'The token could not be made. Please try again.',
  made: 'Your new token',
  shownOnce: 'Copy it now: it is shown only once.',
  done: 'Done',
  used: (when: string, network: string) => (network === '' ? `last used ${when}` : `last used ${when} from ${network}`),
  unused: (when: string) => `made ${when}, never used`,
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  revoked: 'Token revoked',
  revokeFailed: 'The token could not be revoked. Please try again.',
} as const
