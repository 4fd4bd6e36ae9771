import { FIGURES_MIN, type FigurePeriod } from '#contract/values/figures.ts'

const PERIODS: Record<FigurePeriod, string> = { '28d': '28 days', '12w': '12 weeks', year: 'A year', all: 'All' }
/** The messages of an author's figures. */
export const FIGURES = {
  title: 'Figures',
  all: 'All your books together',
  loading: 'Loading the figures...',
  period: 'Period',
  periods: PERIODS,
  main: 'Overview',
  names: {
    opened: 'Opened',
    readers: 'New readers',
    finished: 'Read to the end',
    downloads: 'Downloads',
    ratings: 'Ratings',
    stars: 'Average stars',
  },
  /** A figure at one point of a line. */
  atPoint: {
    opened: (value: string) => `${value} opened`,
    readers: (value: string) => `${value} new readers`,
    finished: (value: string) => `${value} read to the end`,
    downloads: (value: string) => `${value} downloads`,
    ratings: (value: string) => `${value} ratings`,
    stars: (value: string) => `${value} average stars`,
  },
  charts: { readers: 'Readers', opened: 'Opened', downloads: 'Downloads', ratings: 'Ratings' },
  before: {
    '28d': (value) => `${value} in the 28 days before`,
    '12w': (value) => `${value} in the 12 weeks before`,
    year: (value) => `${value} in the year before`,
    all: (value) => `${value} in the time before`,
  } satisfies Record<FigurePeriod, (value: string) => string>,
  notBefore: 'Not counted before',
  none: 'None',
  week: (day: string) => `Week of ${day}`,
  /** What is said of one point of a line. */
  point: (time: string, values: string) => `${time}: ${values}`,
  chart: { day: (name: string) => `${name}, by day`, week: (name: string) => `${name}, by week` },
  table: 'Show as table',
  times: { day: 'Day', week: 'Week' },
  reach: 'How far readers got',
  reachText: (readers: string, day: string) =>
    `Of ${readers} readers with a place in a book, as counted on ${day}. It is counted again after a week, once ${FIGURES_MIN} have read on.`,
  noReach: `It is shown once ${FIGURES_MIN} readers have a place in the book, so that nobody is watched.`,
  reached: 'Readers who got there',
  page: 'Page',
  part: 'Part of the book',
  percent: (percent: number) => `${percent}%`,
  few: `Fewer than ${FIGURES_MIN}`,
  sources: 'Where readers came from',
  sourcesText: (month: string) =>
    `Sites that led to this library, since the beginning of ${month}. Only their hosts are stored.`,
  noSources: 'No reader came from another site.',
  host: 'Site',
  openings: 'Opened',
  others: `Sites with fewer than ${FIGURES_MIN}`,
  csv: 'Download all as CSV',
  csvFailed: 'The file could not be made. Please try again later.',
  fileName: (title: string) => `${title} - figures.csv`,
  allBooks: 'All books',
  notes: 'How it is counted',
  counted: [
    'Each reader counts once in a book: when a place in it is stored for the first time. Opened counts each reader once in 30 minutes.',
    'A book is read to the end when a reader comes to its last page, or past 97% of its pages, for the first time.',
    'Your own reading is not counted, nor is that of moderators, administrators and bots. Days are in UTC.',
    'Nothing is stored about a reader for these figures, only numbers by book and day.',
  ],
  since: (day: string) =>
    `Readers, ends, downloads and sites have been counted since ${day}. Before that, openings by moderators, administrators and bots are counted too.`,
} as const
