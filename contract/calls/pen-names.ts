import { call } from '#contract/endpoint.ts'

export const PEN_NAMES_MAX = 5
export const PEN_NAME_MIN = 2
export const PEN_NAME_MAX = 60

export const listPenNames = call('GET', '/auth/pen-names', 'registered', 'Failed to load your pen names')
export const createPenName = call('POST', '/auth/pen-names', 'author', 'Failed to save the pen name')
export const updatePenName = call('PUT', '/auth/pen-names/:id', 'registered', 'Failed to save the pen name')
export const setPenNameImage = call('PUT', '/auth/pen-names/:id/image', 'registered', 'Failed to save the picture')
export const removePenNameImage = call(
  'DELETE',
  '/auth/pen-names/:id/image',
  'registered',
  'Failed to remove the picture',
)
export const deletePenName = call('DELETE', '/auth/pen-names/:id', 'registered', 'Failed to remove the pen name')
