/** The messages of the offline page. */

export const OFFLINE = {
  title: 'You are offline.',
  text: 'The library could not be reached. What you typed is saved in this browser. Try again when you are online.',
  retry: 'Try again',
} as const
