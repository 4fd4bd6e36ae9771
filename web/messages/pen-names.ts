import { PEN_NAME_MAX, PEN_NAMES_MAX } from '#contract/values/pen-names.ts'

/** The choice of a name in the form of a book. */
export const PEN_NAME_FIELD = {
  label: 'Publish as',
  own: 'My own name',
  hint: 'A pen name does not show your account. Once the book is published or a co-author is asked, its name cannot be changed.',
  look: 'Only administrators see whose book it is. Check that the file, its name and the cover do not name you.',
  stays: 'Your pen name. A published book keeps its name.',
  manage: 'Pen names',
} as const

/** The pen names on the page of an author's settings. */
export const PEN_NAMES = {
  title: 'Pen names',
  text: `Up to ${PEN_NAMES_MAX} other names that you can publish under. Each has a page of its own. Nobody but administrators sees that it is you: not readers, not moderators.`,
  advice: 'Your comments always have your username, also those on your own books.',
  authorsOnly: 'As an author you can publish under pen names.',
  loading: 'Loading your pen names...',
  none: 'You have no pen names.',
  books: (count: number) => (count === 0 ? 'No books' : count === 1 ? '1 book' : `${count} books`),
  page: 'See the page',
  pageOf: (name: string) => `See the page of ${name}`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} is removed.`,
  add: 'Add a pen name',
  name: 'Pen name',
  nameHint: `Up to ${PEN_NAME_MAX} characters. It cannot be changed later, and must not be anybody else’s name.`,
  noName: 'Please enter a pen name',
  about: 'About this name',
  aboutHint: 'What its page says. Leave out anything that points to you.',
  picture: 'Picture',
  pictureHint: 'JPEG, PNG, WebP, AVIF or GIF, cropped to a square. Do not use the same one as on your account.',
  noImage: 'Please select an image',
  removePicture: 'Remove picture',
  saved: (name: string) => `${name} is saved.`,
} as const
