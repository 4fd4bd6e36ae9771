import { call } from '#contract/endpoint.ts'

/** The most books that one series shows. */
export const SERIES_BOOKS = 200
export const SERIES_PAGE = 50

export const listSeries = call('GET', '/series', 'open', 'Failed to load the series. Please try again later.')
export const getSeries = call('GET', '/series/:id', 'open', 'Failed to load the series. Please try again later.')
