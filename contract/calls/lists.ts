import { call } from '#contract/endpoint.ts'

/** Who sees a list besides its owner: nobody, anyone with its address, or everyone. */
export const LIST_VISIBILITIES = ['private', 'link', 'public'] as const
export type ListVisibility = (typeof LIST_VISIBILITIES)[number]

export const LIST_NAME_MAX = 80
export const LIST_WORDS_MAX = 1000
export const LISTS_MAX = 100
export const LIST_BOOKS_MAX = 1000
export const FOLLOWED_MAX = 500
/** So many covers stand for a list. */
export const LIST_COVERS = 3

const NOT_SAVED = 'The list could not be saved. Please try again.'

export const listLists = call('GET', '/my/lists', 'registered', 'Failed to load your lists. Please try again later.')
export const createList = call('POST', '/lists', 'registered', NOT_SAVED)
export const getList = call('GET', '/lists/:id', 'library', 'Failed to load the list. Please try again later.')
export const updateList = call('PUT', '/lists/:id', 'registered', NOT_SAVED)
export const deleteList = call('DELETE', '/lists/:id', 'registered', 'The list could not be deleted. Please try again.')
export const addToList = call('PUT', '/lists/:id/books/:bookId', 'registered', NOT_SAVED)
export const removeFromList = call('DELETE', '/lists/:id/books/:bookId', 'registered', NOT_SAVED)
export const placeInList = call('PUT', '/lists/:id/books/:bookId/place', 'registered', NOT_SAVED)
export const followList = call('PUT', '/lists/:id/follow', 'registered', 'Please try again.')
export const unfollowList = call('DELETE', '/lists/:id/follow', 'registered', 'Please try again.')
