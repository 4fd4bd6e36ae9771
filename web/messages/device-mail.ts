/** The messages of books that are sent to a device by mail. */

export const DEVICE = {
  title: 'Send to my device',
  text: (megabytes: number) =>
    `Books are sent to this address as EPUB files of at most ${megabytes} MB: to a Kindle, a PocketBook, or any mailbox that a device reads.`,
  off: 'This library sends no books at the moment. You can remove the address.',
  failed: 'Failed to load your device. Please try again later.',
  address: 'Address of your device',
  addressHint: 'The device shows it in its settings; for a Kindle it ends with @kindle.com.',
  noAddress: 'Please enter the address of your device',
  /** `sender` is an address. */
  approve: (sender: string) =>
    `The mails come from ${sender}. A Kindle takes them only from approved senders: add this address to yours at Amazon first, under Content and devices, Preferences, Personal document settings.`,
  enter: 'Send a code',
  entering: 'Sending a code...',
  change: 'Change the address',
  changeHint: 'Once a day. Nothing is sent to the new address until you have confirmed it.',
  sent: (address: string) =>
    `We are sending a code to ${address}, in a mail and in a small book. It can take some minutes until the device shows it.`,
  refused: (address: string) => `The mail server refused ${address}. Please check the address and enter it again.`,
  code: 'Code',
  codeHint: 'Six digits. They work for a day.',
  noCode: 'Please enter the code that your device shows',
  confirm: 'Confirm',
  confirming: 'Confirming...',
  confirmed: 'The address is confirmed. You can send books to your device now, from their pages.',
  isConfirmed: (address: string) => `Books are sent to ${address}.`,
  remove: 'Remove the address',
  removed: 'The address is removed.',
  books: 'Sent lately',
  hiddenBook: 'A book that is hidden now',
  states: {
    waiting: 'On its way',
    sent: 'Sent',
    unknown: 'Perhaps sent: the mail server did not answer. If it does not arrive, send it again.',
  },
  /** Why a book was not sent. */
  reasons: {
    stopped: 'Not sent: the library had stopped it',
    'no-address': 'Not sent: there was no confirmed address',
    'not-offered': 'Not sent: its EPUB can no longer be saved',
    'too-large': 'Not sent: it is larger than this library sends',
    'too-large-for-server': 'Not sent: it is too large for the mail server',
    rejected: 'Not sent: the mail server refused it',
    'no-answer': 'Not sent: the mail server could not be reached for days',
  },
} as const

export const SEND = {
  send: 'Send to my device',
  sending: 'Sending...',
  queued: 'The book is on its way to your device.',
} as const
