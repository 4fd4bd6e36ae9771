/** The messages of a book on the page of its author. */
export const OWN_BOOK = {
  views: 'Views',
  rating: 'Rating',
  comments: 'Comments',
  more: (count: string) => `+${count} today`,
  newRatings: (count: string) => `· ${count} new today`,
  lacksText:
    'The pages of this PDF are pictures, so the search inside books does not find it. Run text recognition (OCR) on the file, then edit the book and choose the new PDF.',
} as const
