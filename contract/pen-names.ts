import * as z from 'zod/mini'
import { PROFILE_IMAGE_MAX_BYTES } from './accounts.ts'
import { AuthorWords } from './authors.ts'
import { endpoint } from './api/endpoint.ts'
import { idInPath } from './shapes/ids.ts'
import { nameLine } from './shapes/text.ts'
import { imageField, uploadedFile } from './api/uploaded-file.ts'
import { PEN_NAME_MAX, PEN_NAME_MIN, PEN_NAMES_MAX } from './values/pen-names.ts'

export * from './values/pen-names.ts'

/** A pen name as its owner sees it; `books` counts those in any state that have it. */
export const PenName = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.nullable(z.string()),
  about: z.nullable(z.string()),
  links: z.array(z.string()),
  books: z.int(),
})
export type PenName = z.infer<typeof PenName>

const NAME_LETTERS = /^[\p{L}\p{M}\p{N} _.,'’&-]+$/u

const name = nameLine({
  min: PEN_NAME_MIN,
  max: PEN_NAME_MAX,
  missing: `A pen name has at least ${PEN_NAME_MIN} characters`,
  tooLong: `A pen name has at most ${PEN_NAME_MAX} characters`,
}).check(z.refine((text) => NAME_LETTERS.test(text), 'A pen name has letters, digits, spaces and _ . , - & ’ only'))

const Params = z.object({ id: idInPath('penNameNotFound') })

export const listPenNames = endpoint('GET', '/auth/pen-names', 'registered', {
  failureMessage: 'Failed to load your pen names',
  summary: "The caller's pen names, the oldest first",
  response: z.array(PenName),
})

export const createPenName = endpoint('POST', '/auth/pen-names', 'author', {
  failureMessage: 'Failed to save the pen name',
  rates: [{ by: 'caller', max: 30, seconds: 3600, shared: true }],
  summary: `Make a pen name, at most ${PEN_NAMES_MAX}; it stays as it is, and is neither a username nor like one`,
  body: z.extend(AuthorWords, { name }),
  response: PenName,
  status: 201,
})

export const updatePenName = endpoint('PUT', '/auth/pen-names/:id', 'registered', {
  failureMessage: 'Failed to save the pen name',
  rates: [{ by: 'caller', max: 30, seconds: 3600 }],
  invalidates: { tags: ['lists'] },
  summary: 'Change the lines and links on the page of an own pen name, which exists once a book under it does',
  params: Params,
  body: AuthorWords,
  response: PenName,
})

export const setPenNameImage = endpoint('PUT', '/auth/pen-names/:id/image', 'registered', {
  failureMessage: 'Failed to save the picture',
  rates: [{ by: 'caller', max: 10, seconds: 3600, shared: true }],
  atOnce: { perCaller: 1, all: 2 },
  receivedAtOnce: { perCaller: 1, all: 8 },
  invalidates: { tags: ['lists'] },
  summary: 'Set the picture of an own pen name; its address has nothing of the account',
  params: Params,
  body: z.strictObject({ image: uploadedFile('Please select an image') }),
  files: { image: imageField(PROFILE_IMAGE_MAX_BYTES, 'profileImageTooLarge') },
  response: PenName,
})

export const removePenNameImage = endpoint('DELETE', '/auth/pen-names/:id/image', 'registered', {
  failureMessage: 'Failed to remove the picture',
  invalidates: { tags: ['lists'] },
  summary: 'Remove the picture of an own pen name; its first letter is shown instead',
  params: Params,
  response: PenName,
})

export const deletePenName = endpoint('DELETE', '/auth/pen-names/:id', 'registered', {
  failureMessage: 'Failed to remove the pen name',
  summary: 'Remove an own pen name that no book has',
  params: Params,
  status: 204,
})
