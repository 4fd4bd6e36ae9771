import { call } from '#contract/endpoint.ts'

export const PAGE_HITS = 20

export const searchInside = call('GET', '/books/inside', 'library', 'Search failed. Please try again.')
