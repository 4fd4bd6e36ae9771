/** How to reach the house, at the end of what it says of itself. */
export const CONTACT = {
  id: 'contact',
  title: 'Contact',
  contents: 'On this page',
  loading: 'Loading the text...',
  text: 'Questions, mistakes, works that should not be here: write to',
} as const
