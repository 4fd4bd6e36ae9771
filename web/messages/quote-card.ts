/** The messages of a quote as a picture. */
export const QUOTE_CARD = {
  open: 'Share as picture',
  title: 'A picture of this passage',
  about: 'It is drawn on this device, and sent nowhere.',
  failed: 'The picture could not be drawn. Please try again.',
  cut: 'The passage is cut: this book is offered for reading here only.',
  alt: (quote: string, title: string, author: string) => `“${quote}” ${title} by ${author}`,
  save: 'Save picture',
  share: 'Share',
  copy: 'Copy picture',
  copied: 'The picture is copied.',
  notCopied: 'The picture could not be copied.',
  copyText: 'Copy its text',
  textCopied: 'Its text is copied.',
  textNotCopied: 'The text could not be copied.',
  close: 'Close',
} as const
