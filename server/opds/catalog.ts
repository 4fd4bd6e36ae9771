import { createHash } from 'node:crypto'
import type { Book } from '#contract/books.ts'
import { FORMATS, KEPUB_FORMAT } from '#server/formats/formats.ts'
import type { BookExtras } from '#server/books/read-extras.ts'
import type { Texts } from '#server/platform/language/texts.ts'

/** What the addresses of a catalog begin with, in each version. */
export const ROOTS = { 1: '/opds/v1', 2: '/opds/v2' } as const
export type Version = keyof typeof ROOTS

export const AUTHENTICATION = { path: '/opds/auth.json', type: 'application/opds-authentication+json' } as const
export const SEARCH = { path: '/opds/search.xml', type: 'application/opensearchdescription+xml' } as const

const ACQUISITION_ROOT = 'http://opds-spec.org/acquisition'
/** Relations of a publication to its files, and to the page of a book that is read on the site only. */
export const ACQUISITION = {
  file: ACQUISITION_ROOT,
  open: `${ACQUISITION_ROOT}/open-access`,
  sample: `${ACQUISITION_ROOT}/sample`,
} as const

/** The relation of books that were chosen. */
export const FEATURED = 'http://opds-spec.org/featured'

/** A feed lists either other feeds or publications. */
export type FeedKind = 'navigation' | 'acquisition'

/** A way to another feed; paths of feeds are below the root of their version. */
export interface NavigationEntry {
  title: string
  path: string
  kind: FeedKind
  /** A relation of OPDS, where one says more than that it is a part. */
  rel?: string
  words?: string
  count?: number
}

export interface FacetGroup {
  title: string
  values: { title: string; path: string; isActive: boolean; count?: number }[]
}

export type Publication = Book & BookExtras & { number?: number }

/** One feed, before it is written in a version of OPDS. */
export interface Catalog {
  kind: FeedKind
  title: string
  path: string
  /** Absent for the root. */
  up?: string
  /** When what it lists last changed. */
  updated: string
  navigation: NavigationEntry[]
  publications: Publication[]
  facets: FacetGroup[]
  /** The paths of other parts of the same list. */
  parts: Partial<Record<'first' | 'previous' | 'next' | 'last', string>>
  /** Where books are counted. */
  count?: { total: number; perPage: number; page: number }
}

/** Where a catalog is. */
export interface Place {
  origin: string
  siteName: string
  /** Visitors may save what they find. */
  isOpen: boolean
  /** In the language of who reads it. */
  texts: Texts
}

/** A stable id for what has none of its own: a UUID of version 5. */
export const idOf = (address: string): string => {
  const hex = createHash('sha1').update(address).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}

/** The end of the address of a KEPUB: reading apps that know no such file offer none with this end and its type. */
export const KEPUB = 'kepub'
const TYPES = new Map<string, string>([
  ...FORMATS.map(({ name, contentType }) => [name, contentType] as const),
  [KEPUB, KEPUB_FORMAT.contentType],
])

/** A file that a publication is got by. */
export interface CatalogFile {
  href: string
  type: string
  /** Absent for what is made of the file of its author. */
  bytes?: number
  /** Where its type does not tell readers what it is for. */
  title?: string
  isOpen: boolean
}

/** The files of a publication, that of its author first; none where it is for reading on the site only. */
export const filesOf = (book: Publication, { origin, isOpen }: Place): CatalogFile[] => {
  const { _id, format, bytes, details, isPremium, hasPageEpub, hasKepub } = book
  if (details.downloads === 'none') return []
  const fileIn = (name: string) => ({
    href: `${origin}/opds/get/${_id}.${name}`,
    type: TYPES.get(name) ?? 'application/octet-stream',
    isOpen: isOpen || isPremium,
  })
  return [
    { ...fileIn(format), bytes },
    ...(hasPageEpub ? [fileIn('epub')] : []),
    ...(hasKepub ? [{ ...fileIn(KEPUB), title: 'KEPUB (Kobo)' }] : []),
  ]
}

/** Widths and heights of the pictures that every reading app can show. */
export const COVERS = [
  { width: 640, height: 960 },
  { width: 320, height: 480 },
] as const

export const coverOf = ({ image }: Book, { origin }: Place, width: number) =>
  `${origin}/opds/cover/${image.slice(image.lastIndexOf('/') + 1).replace('.webp', '')}-${width}.jpg`

export const pageOf = ({ _id }: Book, { origin }: Place) => `${origin}/books/${_id}`

/** What its author says of a publication, and that it is read on the site alone where that is so. */
export const wordsOf = ({ caption, details }: Publication, { texts }: Place) =>
  details.downloads === 'none' ? `${caption}\n\n${texts.catalogs.CATALOG.readHereOnly}` : caption

export const authorPath = (name: string) => `/authors/${encodeURIComponent(name)}`
