import type { PAGE_EPUB_STATES } from '#contract/values/publishing.ts'
import {
  AGES,
  type Age,
  type DetailField,
  type DOWNLOADS,
  type Licence,
  TAGS_MAX,
} from '#contract/shapes/detail-fields.ts'

/** The messages of what an author says of a book besides its title, author, description and genre. */
export const DETAILS = {
  latestChapter: 'Latest chapter',
  nextChapter: 'Next chapter',
  coming: 'is coming on',
  title: 'More about the book',
  hint: 'Subtitle, series, language, year, ISBN, tags, licence, downloads, content notes and age: all optional.',
  subtitle: 'Subtitle',
  series: 'Series',
  seriesHint: 'Books of yours with the same name here are one series.',
  seriesNumber: 'Number in the series',
  language: 'Language',
  year: 'Year of first publication',
  isbn: 'ISBN',
  tags: 'Tags',
  tagsHint: `Up to ${TAGS_MAX}, separated by commas.`,
  licence: 'Licence',
  sameLicence: 'Books with this licence',
  downloads: 'Downloads',
  downloadsHint:
    'Reading here only: readers can read it here and keep it for reading offline in this library; there is no file to save. This does not stop somebody who is determined.',
  withEpub: 'Also offer an EPUB made from its pages',
  pageEpubs: {
    none: 'The text of this file cannot be read well enough, so readers are offered only the file.',
    unknown: 'It is made once the pages of the file have been read.',
    possible:
      'It has only the text, without pictures, says that it was made from the pages, and may have mistakes: look through it first.',
    chosen: 'It is made once you save this, which takes a few minutes. Then it is on the page of the book.',
    waiting: 'It is being made, which takes a few minutes. Then it is on the page of the book.',
    made: 'Readers can save it. It is made again when the file or these words change.',
    'no-room':
      'It could not be made: your books would take up more room than this library allows. Remove earlier files, and save this again.',
    'too-complex': 'It could not be made: the text takes too much time or memory.',
  } satisfies Record<(typeof PAGE_EPUB_STATES)[number] | 'none' | 'chosen', string>,
  pageEpub: 'EPUB (made from its pages)',
  kobo: 'For Kobo',
  kepub: 'KEPUB',
  paper: 'For printing',
  paperFile: 'PDF for paper',
  download: 'Download',
  save: (name: string) => `Download ${name}`,
  file: (format: string, megabytes: string) => `${format} · ${megabytes} MB`,
  fileFailed: 'The file could not be loaded. Please try again later.',
  contentNotes: 'Content notes',
  contentNotesHint: 'What some readers may want to know before they begin.',
  age: 'Suitable for readers',
  unsaid: 'Not stated',
  published: 'First published',
  inSeries: ({ name, number }: { name: string; number?: number | undefined }) => `${name}, ${number}`,
  notice: 'Before you read',
  from: (age: Age) => `Suitable for readers aged ${age} and over.`,
  ages: Object.fromEntries(AGES.map((age) => [age, `aged ${age} and over`])) as Record<Age, string>,
} as const satisfies Record<DetailField, string> & Record<string, unknown>

export const LICENCE_NAMES: Record<Licence, string> = {
  'all-rights-reserved': 'All rights reserved',
  cc0: 'Public domain (CC0)',
  'cc-by': 'CC BY 4.0',
  'cc-by-sa': 'CC BY-SA 4.0',
  'cc-by-nc': 'CC BY-NC 4.0',
  'cc-by-nc-sa': 'CC BY-NC-SA 4.0',
  'cc-by-nd': 'CC BY-ND 4.0',
  'cc-by-nc-nd': 'CC BY-NC-ND 4.0',
}

export const DOWNLOAD_NAMES: Record<(typeof DOWNLOADS)[number], string> = {
  file: 'Readers can save the file',
  none: 'Reading here only',
  'with-epub': 'Readers can save the file, or an EPUB made from its pages',
}
