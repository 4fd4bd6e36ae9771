import { call } from '#contract/endpoint.ts'

export const CHANGE_NOTE_MAX = 200
/** The versions of a book that are listed, the latest; older ones are removed. */
export const VERSIONS_KEPT = 50

export const listVersions = call(
  'GET',
  '/books/:id/versions',
  'registered',
  'Failed to load the versions. Please try again later.',
)
export const getManuscript = call(
  'GET',
  '/books/:id/versions/:number/manuscript',
  'registered',
  'Could not open the manuscript. Please try again later.',
)
export const restoreVersion = call(
  'POST',
  '/books/:id/versions/:number/restore',
  'registered',
  'Could not go back to this version. Please try again later.',
)
export const removeVersion = call(
  'DELETE',
  '/books/:id/versions/:number',
  'registered',
  'Could not remove this version. Please try again later.',
)
