/**
 * The journeys that are not in `npm test`, by the command that runs them. `npm run test:changed` runs those of a changed
 * part, and `npx playwright test NAME` those of a file.
 */

/** Run by `npm run test:guard`, which is part of `.ci/run`: what guards people's data, security and access. */
export const GUARD_JOURNEYS = [
  'epub-hostile.spec.ts',
  'marks.spec.ts',
  'missing-scripts.spec.ts',
  'offline.spec.ts',
  'pen-names.spec.ts',
  'second-factors.spec.ts',
]
/** Run by `npm run test:states`: every state of every page, in all widths, for each kind of person. */
export const STATE_JOURNEYS = ['library.spec.ts', 'look.spec.ts', 'steady.spec.ts', 'walk.spec.ts', 'ways.spec.ts']
/** Run by `npm run test:pseudo`, with a build of its own: every page in a language whose texts are longer and marked. */
export const PSEUDO_JOURNEYS = ['pseudo-language.spec.ts']
/**
 * Run by `npm run test:long`: they open many books, follow people for days, or try one part in all its forms. The longest
 * are first, so that no worker is without work at the end.
 */
export const LONGEST_JOURNEYS = [
  'admin.spec.ts',
  'epub.spec.ts',
  'epub-books.spec.ts',
  'my-books.spec.ts',
  'profile.spec.ts',
  'reader-phone.spec.ts',
  'reader-text.spec.ts',
  'words-on-screens.spec.ts',
]
export const LONG_JOURNEYS = [
  'blocked-scripts.spec.ts',
  'book-details.spec.ts',
  'book-looks.spec.ts',
  'chapters.spec.ts',
  'co-authors.spec.ts',
  'device-mail.spec.ts',
  'devices.spec.ts',
  'downloads.spec.ts',
  'empty-library.spec.ts',
  'epub-focus.spec.ts',
  'figures.spec.ts',
  'history.spec.ts',
  'home.spec.ts',
  'languages.spec.ts',
  'library-filters.spec.ts',
  'manuscript.spec.ts',
  'moderation.spec.ts',
  'narrated-epub.spec.ts',
  'notes.spec.ts',
  'notices.spec.ts',
  'paper.spec.ts',
  'pdf-scripts.spec.ts',
  'pdfs.spec.ts',
  'place-comments.spec.ts',
  'publish-epub.spec.ts',
  'reader-aloud.spec.ts',
  'reader-files.spec.ts',
  'reader-jumps.spec.ts',
  'reader-room.spec.ts',
  'reader-start.spec.ts',
  'reader-ways.spec.ts',
  'reader.spec.ts',
  'reading-directions.spec.ts',
  'related-books.spec.ts',
  'reports.spec.ts',
  'search-inside.spec.ts',
  'search.spec.ts',
  'series-and-authors.spec.ts',
  'shared-file.spec.ts',
  'single-sign-on.spec.ts',
  'studio-home.spec.ts',
  'studio.spec.ts',
  'upload.spec.ts',
  'versions.spec.ts',
  'without-scripts.spec.ts',
]
