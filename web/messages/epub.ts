/** The messages of the reader of EPUBs, which are loaded with it. */
export const EPUB = {
  note: 'Note',
  goToNote: 'Go to the note',
  close: 'Close',
  noteMissing: 'This note has no text.',
  leaves: 'This link leaves the book',
  stay: 'Stay',
  openLink: 'Open in a new tab',
  image: 'Image',
  nextChapter: (title: string | null) => (title ? `Next: ${title}` : 'Next chapter'),
} as const
