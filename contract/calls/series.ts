import { call } from '#contract/endpoint.ts'

/** The most books that one series shows. */
export const SERIES_BOOKS = 200

export const getSeries = call('GET', '/series/:id', 'open', 'Failed to load the series. Please try again later.')
