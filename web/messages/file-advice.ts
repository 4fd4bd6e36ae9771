import type { Advice } from '#contract/shapes/file-advice.ts'

interface AdviceTexts {
  /** What was found. */
  what: string
  /** How to correct it. */
  how: string
}

/** The messages of what could be better in a file. */
export const ADVICE: Readonly<Record<Advice, AdviceTexts>> = {
  'no-text': {
    what: 'The pages have no text, only pictures of it: nobody can search in the book or have it read aloud.',
    how: 'Run text recognition (OCR) on the scan and save it as PDF again.',
  },
  'fonts-not-embedded': {
    what: 'Some fonts are not in the file: on other devices these pages look different.',
    how: 'Export the PDF again with “Embed all fonts”, or as PDF/A.',
  },
  'no-contents': {
    what: 'The file has no table of contents, by which readers find a chapter.',
    how: 'Use the heading styles of your program, and export with bookmarks or a table of contents.',
  },
  'no-language': {
    what: 'The file does not say its language: it is read aloud with the wrong voice.',
    how: 'Set the language of the document in your program and export it again.',
  },
  'not-tagged': {
    what: 'The file has no tags for headings and paragraphs: screen readers have to guess them.',
    how: 'Export it with “Document structure tags for accessibility” or “Tagged PDF”.',
  },
  'mixed-sizes': {
    what: 'Some pages are larger or smaller than the others, and readers have to zoom.',
    how: 'Give all pages one paper size and export it again.',
  },
  'images-not-described': {
    what: 'Some images have no description for people who can’t see them.',
    how: 'Add alternative text to them, and leave it empty for decoration.',
  },
  'other-title': {
    what: 'The title in the file is not the one in this form, and programs on readers’ devices show the one in the file.',
    how: 'Correct the title here, or in the properties of the document.',
  },
  'small-cover': {
    what: 'The cover is less than 600 pixels high and looks blurred on many screens.',
    how: 'Choose a larger image, ideally 1200 by 1800 pixels.',
  },
}

export const ADVICE_LIST = {
  title: (count: number) => (count === 1 ? 'One thing in it could be better' : `${count} things in it could be better`),
  none: 'You can publish it as it is.',
  page: (page: number) => `Page ${page}.`,
  pages: (pages: string) => `Pages such as ${pages}.`,
  images: (count: number) => (count === 1 ? 'One image.' : `${count} images.`),
  fileTitle: (title: string) => `In the file: “${title}”.`,
  sameFile: 'The same file is published here already, by another account:',
  sameFileHow: 'Publish it only if you may. Moderators are told of it when you do.',
} as const
