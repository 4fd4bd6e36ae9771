import { decimal, grouped } from './counts.ts'

/** The messages of the book showcase. */

export const SHOWCASE = {
  title: 'Book showcase',
  description: (siteName: string) => `Premium books, new arrivals and trending eBooks of ${siteName} on one page.`,
  read: 'Read Now',
  premium: {
    title: 'Premium Books',
    loading: 'Loading premium books...',
    failed: 'Failed to load premium books',
    none: 'No premium books available at the moment',
  },
  arrivals: {
    title: 'New Arrivals',
    loading: 'Loading new arrivals...',
    failed: 'Failed to load new arrivals',
    none: 'No new arrivals available at the moment',
  },
  trending: {
    title: 'Trending eBooks',
    loading: 'Loading trending books...',
    failed: 'Could not load trending books',
  },
  placeholder: { title: 'Book Title', genre: 'Genre', reads: 'No reads yet' },
  figures: (views: number, average: number) => `${reads(views)} • ${decimal(average)} ★`,
  reads: (views: number) => `Reads: ${grouped(views)}+`,
} as const

const reads = (views: number) => `${grouped(views)} reads`
