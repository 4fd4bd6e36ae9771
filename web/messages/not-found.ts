/** The messages of an address without a page. In a file of their own, because every page loads those of the site. */
export const NOT_FOUND = {
  title: 'Page not found',
  text: 'The page may have moved, or the address may be misspelt. Try the library or the search above.',
  library: 'Go to the library',
  home: 'Home',
} as const
