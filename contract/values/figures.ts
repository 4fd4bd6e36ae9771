/** The last 28 days, 12 weeks or 365 days with today, or the whole history. */
export const FIGURE_PERIODS = ['28d', '12w', 'year', 'all'] as const
export type FigurePeriod = (typeof FIGURE_PERIODS)[number]
/** What is said about places in a book or about a host is about at least so many. */
export const FIGURES_MIN = 5
/** A longer history is in weeks. */
export const FIGURE_DAYS_MAX = 400
