/** The contact section at the end of each page about the site. */
export const CONTACT = {
  id: 'contact',
  title: 'Contact',
  contents: 'On this page',
  loading: 'Loading the text...',
  text: 'For questions, corrections and takedown requests, write to',
} as const
