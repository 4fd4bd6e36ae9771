/** The messages about the weekly mail. The server's messages are in the contract. */

export const WEEKLY = {
  title: 'Weekly mail',
  text: 'On Fridays: the new books of the week and the best rated ones. No mail is sent if nothing is new.',
  choose: 'Send me the weekly mail',
  failed: 'Your choice could not be saved. Please try again.',
} as const

export const STOP_WEEKLY = {
  title: 'Stop the weekly mail',
  heading: 'No more mail on Fridays?',
  text: 'You can ask for it again on your profile at any time.',
  done: 'Stopped',
  broken: 'This link is incomplete',
  brokenText: 'Open it from the mail again, or stop the weekly mail on your profile.',
  profile: 'Go to your profile',
  failed: 'The weekly mail could not be stopped. Please try again.',
} as const
