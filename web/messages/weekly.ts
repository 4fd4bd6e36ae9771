/** The words around the weekly mail. What the server says stands in the contract. */

export const WEEKLY = {
  title: 'Weekly mail',
  text: 'On Fridays: the new books of the week and the most loved ones. None comes when nothing is new.',
  choose: 'Send me the weekly mail',
  failed: 'Your choice could not be kept. Please try again.',
} as const

export const STOP_WEEKLY = {
  title: 'Stop the weekly mail',
  heading: 'No more mail on Fridays?',
  text: 'You can ask for it again on your profile at any time.',
  done: 'Stopped',
  broken: 'This link is not complete',
  brokenText: 'Open it from the mail again, or stop the weekly mail on your profile.',
  profile: 'To your profile',
  failed: 'The weekly mail could not be stopped. Please try again.',
} as const
