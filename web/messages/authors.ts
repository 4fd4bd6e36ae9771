import { BOOKS_COUNT } from './series.ts'

/** The messages of an author's page. */
export const AUTHOR = {
  title: 'Author',
  loading: 'Loading the author...',
  notFound: 'There is no author with this name.',
  notFoundText: 'The books may have been withdrawn, the author may have been renamed, or the address may be misspelt.',
  failed: 'The author could not be loaded',
  page: (page: number) => `page ${page}`,
  description: (name: string, count: number) => `${BOOKS_COUNT(count)} by ${name}, free to read.`,
  count: BOOKS_COUNT,
  since: (month: string) => `In this library since ${month}`,
  typed: 'The name as entered by the publisher. This author has no account here.',
  links: 'Links',
  series: (name: string) => `Series: ${name}`,
  wholeSeries: 'See the series',
  wholeSeriesOf: (name: string) => `See the series ${name}`,
  books: 'Books',
  withOthers: 'With others',
  countWithOthers: (count: number) => `${BOOKS_COUNT(count)} with others`,
  namesakes: 'Published by others',
  namesakesText: 'These books name the same author, but somebody else published them.',
} as const
