/** The 25 genres, in the order of the upload form. */
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

const toSlug = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[\s-]+/g, '-')

/** The genre in a path: `Health-and-Wellness`. */
export const genreSlug = (genre: Genre) => genre.replace(/ & /g, '-and-').replace(/ /g, '-')

const bySlug = new Map<string, Genre>(GENRES.map((genre) => [toSlug(genre), genre]))

/** The genre of a path segment in any case, with spaces or hyphens, '&' or 'and'; undefined if there is none. */
export const genreNamed = (text: string): Genre | undefined => bySlug.get(toSlug(text.trim()))

/** The genre of that name, by which a cover is drawn; 'Other' where a draft has none yet. */
export const coverGenre = (name: string): Genre => GENRES.find((genre) => genre === name) ?? 'Other'
