/** The messages of the text view, which are loaded with it. */
export const TEXT_VIEW = {
  region: 'Text of the book',
  loading: 'Loading the text…',
  toPage: (page: number) => `Show page ${page}`,
  size: 'Text size',
  leading: 'Line spacing',
  leadings: { tight: 'Tight', normal: 'Normal', wide: 'Wide' },
  margins: 'Margins',
  marginNames: { narrow: 'Narrow', normal: 'Normal', wide: 'Wide' },
  face: 'Typeface',
  faces: { book: 'Book', plain: 'Plain', dyslexic: 'Dyslexic' },
  note: 'Tables and formulas may be wrong here. The number beside a paragraph shows its page.',
  offer: 'The text is small on this screen.',
  accept: 'Read as text',
  decline: 'Stay on the page',
  declineShort: 'Stay',
} as const
