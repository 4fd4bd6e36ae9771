import { call } from '#contract/endpoint.ts'

/** Those who are named or asked; who has declined doesn't count. */
export const CO_AUTHORS_MAX = 5
/** Who has declined, or left, isn't asked about the same book again for so long. */
export const DECLINED_DAYS = 30
export const CO_AUTHOR_STATES = ['named', 'asked', 'agreed', 'declined'] as const

export const listCoAuthors = call(
  'GET',
  '/books/:id/co-authors',
  'registered',
  'Could not load the co-authors. Please try again.',
)
export const addCoAuthor = call(
  'POST',
  '/books/:id/co-authors',
  'registered',
  'Could not add the name. Please try again.',
)
export const askCoAuthor = call(
  'POST',
  '/books/:id/co-authors/ask',
  'registered',
  'Could not ask this account. Please try again.',
)
export const orderCoAuthors = call(
  'PUT',
  '/books/:id/co-authors',
  'registered',
  'Could not change the order. Please try again.',
)
export const removeCoAuthor = call(
  'DELETE',
  '/books/:id/co-authors/:coAuthorId',
  'registered',
  'Could not remove the co-author. Please try again.',
)
export const listCoAuthorships = call(
  'GET',
  '/co-authorships',
  'registered',
  'Could not load the books of which you are a co-author. Please try again.',
)
export const answerCoAuthorship = call(
  'PUT',
  '/books/:id/co-authorship',
  'registered',
  'Could not send your answer. Please try again.',
)
