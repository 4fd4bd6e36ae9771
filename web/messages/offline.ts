/** The words of the page that stands in when there is no network. */

export const OFFLINE = {
  title: 'There is no network here.',
  text: 'The library could not be reached. What you had typed is kept in this browser; the page comes back when the network does.',
  retry: 'Try again',
} as const
