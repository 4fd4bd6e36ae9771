/** The messages of every page, in English. This folder has all texts of the pages; the server's messages are in the contract. */

export const UNEXPECTED = 'An unexpected error occurred'
export const NO_SESSION = 'Your account could not be loaded. You are still logged in. Please try again.'

export const SHELL = {
  skip: 'Skip to content',
  main: 'Main',
  logIn: 'Login/Sign Up',
  menu: 'Menu',
  mine: 'My books',
  library: 'Library',
  premium: 'Premium',
  upload: 'Upload',
  search: 'Search books by title',
  searchHint: 'Find a title',
  closeSearch: 'Close the search',
  statement: (siteName: string) =>
    `${siteName} promotes ebooks but does not allow selling or buying. Copyright stays with the publisher.`,
  download: 'Download App',
  footer: 'About this site',
  about: 'About',
  privacy: 'Privacy',
  terms: 'Terms',
  apps: 'Reading apps',
  languages: 'Language',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
} as const

export const WITHOUT_SCRIPTS = {
  open: 'This browser runs no scripts. You can look for books here and save them; logging in, and reading on this site, need scripts.',
  members:
    'This browser runs no scripts. Logging in needs them, and so does the library, which is for members. A reading app opens the library without this browser, by its catalogue (OPDS).',
  apps: 'Read in an app',
} as const

export const FAILED = {
  title: 'This page could not be shown.',
  text: 'Something went wrong on our side. Nothing that you saved is lost. Loading the page again usually helps.',
  retry: 'Retry',
  home: 'Home',
} as const
