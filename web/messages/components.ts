/** The messages of the components that all pages are made of. */
export const COMPONENTS = {
  pages: 'Pages',
  page: (page: number) => `Page ${page}`,
  previous: 'Previous',
  next: 'Next',
  close: 'Close',
  retry: 'Retry',
  stars: (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`),
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  /** Where a part of a page that is loaded when it is opened could not be. */
  notOpened: 'This could not be opened. Please load the page again.',
  /** The name of a file, without its end, where the title has no letters. */
  untitledFile: 'Book',
} as const
