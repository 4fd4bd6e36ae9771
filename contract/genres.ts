/** The 25 genres, in the order in which the upload form offers them. */
export const GENRES = [
  'Fiction',
  'Fantasy',
  'Science Fiction',
  'Mystery',
  'Thriller',
  'Romance',
  'Historical Fiction',
  'Horror',
  'Adventure',
  'Non-fiction',
  'Biography',
  'Autobiography',
  'Memoir',
  'Self-help',
  'Business',
  'Philosophy',
  'Children',
  'Young Adult',
  'Poetry',
  'Drama',
  'Humor',
  'Spirituality',
  'Health & Wellness',
  'Travel',
  'Other',
] as const

export type Genre = (typeof GENRES)[number]

const squeezed = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[\s-]+/g, '-')

const bySlug = new Map<string, Genre>(GENRES.map((genre) => [squeezed(genre), genre]))

/** The genre that a path names, whatever its case, with spaces or hyphens, '&' or 'and'; undefined if there is none such. */
export const genreNamed = (text: string): Genre | undefined => bySlug.get(squeezed(text.trim()))
