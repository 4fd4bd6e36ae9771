import { call } from '#contract/endpoint.ts'

export const RECEIVED_COMMENTS_AT_ONCE = 50

export const listReceivedComments = call(
  'GET',
  '/comments/received',
  'registered',
  'Failed to load the comments on your books. Please try again.',
)
export const markCommentsRead = call('PUT', '/comments/received/read', 'registered')
