/** The site's own words, in English: this folder has all that is said on its pages, the contract what the server says. */

export const UNEXPECTED = 'An unexpected error occurred'
export const NO_SESSION = 'We could not reach the library to see who you are. You are still logged in here.'

export const SHELL = {
  skip: 'Skip to content',
  main: 'Main',
  logIn: 'Login/Sign Up',
  profile: 'Profile',
  logout: 'Logout',
  search: 'Search books by title',
  searchHint: 'Find a title',
  closeSearch: 'Close the search',
  searching: 'Searching...',
  noResults: (query: string) => `No results found for "${query}"`,
  results: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  statement: (siteName: string) =>
    `${siteName} promotes ebooks but does not allow selling or buying. Copyright stays with the publisher.`,
  download: 'Download App',
  house: 'The house',
  about: 'About',
  privacy: 'Privacy',
  terms: 'Terms',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
} as const

export const LOST = {
  title: 'Nothing stands at this address.',
  text: 'The page may have moved, or the address has a slip in it. The library and the search above are good places to go on.',
  library: 'To the library',
  home: 'Home',
} as const

export const FAILED = {
  title: 'This page could not be shown.',
  text: 'Something went wrong on our side. Nothing of yours is lost; loading the page again helps most of the time.',
  retry: 'Retry',
  home: 'Home',
} as const
