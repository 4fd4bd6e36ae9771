import type { PAPER_NOTICES, PaperSize, PAPER_STATES } from '#contract/values/paper.ts'

export const PAPER = {
  title: 'PDF for paper',
  text: 'Your book set in pages to be printed, with page numbers and notes at the foot.',
  hint: 'For Latin, Greek, Cyrillic, Hebrew, Arabic and Japanese letters; Japanese stands in horizontal lines. Books in other letters can not be set.',
  size: 'Size of the paper',
  sizes: {
    a5: 'A5 (148 × 210 mm)',
    a4: 'A4 (210 × 297 mm)',
    'six-by-nine': '6 × 9 inches (152 × 229 mm)',
    pocket: 'Pocket book (108 × 175 mm)',
  } satisfies Record<PaperSize, string>,
  opensRight: 'Begin chapters on right-hand pages',
  cropMarks: 'Print crop marks',
  cropMarksHint: 'For a printer who cuts the sheets.',
  bleed: 'Let whole-page pictures run beyond the edge',
  bleedHint:
    'A picture that has a page of its own fills it to 3 mm beyond the cut (bleed), unless that would cut off much of it.',
  isOffered: 'Readers may download it',
  isOfferedHint: 'Where readers may download the book.',
  make: 'Make the PDF',
  change: 'Save, and make it again if needed',
  remove: 'Remove the PDF',
  removed: 'The PDF is removed.',
  open: 'Look through the pages',
  download: 'Download the PDF',
  facts: (pages: string, megabytes: string) => `${pages} · ${megabytes} MB`,
  loading: 'Loading…',
  states: {
    waiting: 'It is being made. A long book takes a minute or two.',
    made: 'It is made. It is made again when the book changes.',
    'no-room':
      'It could not be made: your books would take up more room than this library allows. Remove earlier files, and make it again.',
    'too-complex': 'It could not be made: the book takes too much time or memory.',
    'fixed-pages': 'It could not be made: the pages of this EPUB are fixed, and can not be set anew.',
    empty: 'It could not be made: this EPUB has no words, or too many of its letters are in none of the fonts.',
  } satisfies Record<(typeof PAPER_STATES)[number], string>,
  notices: {
    formulas: 'Formulas are set as plain lines of letters.',
    drawings: 'Some drawings or pictures are left out, because they are of a kind that can not be printed.',
    media: 'Sounds and films are left out.',
    letters: 'Some letters are in none of the fonts: […] stands in their place.',
    colours: 'It is an ordinary PDF and no PDF/A: a picture has colours of printing presses (CMYK).',
    ordinary: 'It is an ordinary PDF and no PDF/A, which does not take all that is in this book.',
    tables: 'Tables are set as paragraphs, because one of them can not be set.',
  } satisfies Record<(typeof PAPER_NOTICES)[number], string>,
} as const
