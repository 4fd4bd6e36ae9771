import type { BookAccessibility } from '#contract/shapes/book-accessibility.ts'
import { licenceUrl } from '#contract/shapes/detail-fields.ts'
import { genreNamed, genreSlug } from '#contract/shapes/genres.ts'
import {
  ACQUISITION,
  AUTHENTICATION,
  authorPath,
  type Catalog,
  COVERS,
  coverOf,
  filesOf,
  idOf,
  pageOf,
  type Place,
  type Publication,
  ROOTS,
  wordsOf,
} from './catalog.ts'

export const FEED_TYPE = 'application/opds+json'
export const PUBLICATION_TYPE = 'application/opds-publication+json'
const ROOT = ROOTS[2]

interface Link {
  rel?: string | string[]
  href: string
  type: string
  title?: string
  templated?: true
  width?: number
  height?: number
  size?: number
  properties?: object
}

/** A feed as OPDS 2.0 has it, in JSON. */
export const writeFeed = (catalog: Catalog, place: Place): string => {
  const { origin, siteName } = place
  const base = origin + ROOT
  const { title, path, up, updated, navigation, publications, facets, parts, count } = catalog
  const toFeed = (rel: string, path: string): Link => ({ rel, href: base + path, type: FEED_TYPE })
  const entries = navigation.map(({ title, path, rel = 'subsection', count }) => ({
    ...toFeed(rel, path),
    title,
    ...(count !== undefined && { properties: { numberOfItems: count } }),
  }))
  // A feed must list something: one without books names itself, which reading apps pass over.
  const ways = entries.length + publications.length === 0 ? [{ ...toFeed('self', path), title }] : entries
  return JSON.stringify({
    metadata: {
      title: `${title} · ${siteName}`,
      identifier: idOf(base + path),
      modified: updated,
      ...(count && { numberOfItems: count.total, itemsPerPage: count.perPage, currentPage: count.page }),
    },
    links: [
      toFeed('self', path),
      toFeed('start', ''),
      ...(up === undefined ? [] : [toFeed('up', up)]),
      ...Object.entries(parts).map(([rel, part]) => toFeed(rel, part)),
      { rel: 'search', href: `${base}/search{?query}`, type: FEED_TYPE, templated: true },
      toFeed('http://opds-spec.org/shelf', '/my/want'),
      { rel: 'http://opds-spec.org/auth/document', href: origin + AUTHENTICATION.path, type: AUTHENTICATION.type },
    ] satisfies Link[],
    ...(ways.length > 0 && { navigation: ways }),
    ...(facets.length > 0 && {
      facets: facets.map(({ title, values }) => ({
        metadata: { title },
        links: values.map(({ title, path, isActive, count }) => ({
          href: base + path,
          type: FEED_TYPE,
          title,
          ...(isActive && { rel: 'self' }),
          ...(count !== undefined && { properties: { numberOfItems: count } }),
        })),
      })),
    }),
    ...(publications.length > 0 && { publications: publications.map((book) => toPublication(book, place)) }),
  })
}

/** One publication by itself. */
export const writePublication = (book: Publication, place: Place): string => JSON.stringify(toPublication(book, place))

const toPublication = (book: Publication, place: Place) => {
  const { origin } = place
  const { _id, title, author, createdAt, updatedAt, details, coAuthors, pageCount } = book
  const { subtitle, language, isbn, series, licence, year } = details
  const byName = (name: string, hasPage: boolean) => ({
    name,
    ...(hasPage && { links: [{ href: `${origin}${ROOT}${authorPath(name)}`, type: FEED_TYPE }] }),
  })
  const accessibility = book.accessibility && toAccessibility(book.accessibility)
  return {
    metadata: {
      '@type': 'http://schema.org/Book',
      identifier: `urn:uuid:${_id}`,
      ...(isbn !== undefined && { altIdentifier: [`urn:isbn:${isbn}`] }),
      title,
      ...(subtitle !== undefined && { subtitle }),
      author: [byName(author, true), ...coAuthors.map(({ name, hasPage }) => byName(name, hasPage))],
      ...(language !== undefined && { language }),
      ...(book.publisher && { publisher: book.publisher.username }),
      published: year === undefined ? createdAt : inYear(year),
      modified: updatedAt,
      description: wordsOf(book, place),
      numberOfPages: pageCount,
      subject: subjectsOf(book, place),
      ...(series && {
        belongsTo: {
          series: [
            {
              name: series.name,
              ...(series.number !== undefined && { position: series.number }),
              links: [{ href: `${origin}${ROOT}/series/${series._id}`, type: FEED_TYPE }],
            },
          ],
        },
      }),
      ...(accessibility && { accessibility }),
    },
    links: linksOf(book, place, licence && licenceUrl(licence)),
    images: COVERS.map((size) => ({ href: coverOf(book, place, size.width), type: 'image/jpeg', ...size })),
  }
}

/** Midday, which is in the same year wherever it is shown. */
const inYear = (year: number) => `${String(year).padStart(4, '0')}-01-01T12:00:00Z`

const subjectsOf = ({ genre, details: { tags = [] } }: Publication, { origin, texts }: Place) => {
  const known = genreNamed(genre)
  return [
    { name: texts.genre(genre), code: known ? genreSlug(known) : genre, scheme: `${origin}/library` },
    ...tags.map((name) => ({ name })),
  ]
}

const linksOf = (book: Publication, place: Place, licence: string | undefined): Link[] => {
  const { origin } = place
  const files = filesOf(book, place)
  const page = { href: pageOf(book, place), type: 'text/html' }
  const authenticate = { href: origin + AUTHENTICATION.path, type: AUTHENTICATION.type }
  return [
    { rel: 'self', href: `${origin}${ROOT}/books/${book._id}`, type: PUBLICATION_TYPE },
    { rel: 'alternate', ...page },
    ...(licence === undefined ? [] : [{ rel: 'license', href: licence, type: 'text/html' }]),
    ...(files.length === 0
      ? // The page where it is read. KOReader opens no entry without a relation of acquisition.
        [{ rel: [ACQUISITION.sample, 'preview'], title: place.texts.catalogs.CATALOG.readHere, ...page }]
      : files.map(({ href, type, title, bytes, isOpen }) => ({
          rel: isOpen ? ACQUISITION.open : ACQUISITION.file,
          href,
          type,
          ...(title !== undefined && { title }),
          ...(bytes !== undefined && { size: bytes }),
          ...(!isOpen && { properties: { authenticate } }),
        }))),
  ]
}

const MODES = 'auditory chartOnVisual chemOnVisual colorDependent diagramOnVisual mathOnVisual musicOnVisual'
const SUFFICIENT = 'auditory tactile textual visual'
const FEATURES =
  'annotations ARIA bookmarks index printPageNumbers readingOrder structuralNavigation tableOfContents taggedPDF alternativeText audioDescription captions describedMath longDescription rubyAnnotations signLanguage transcript displayTransformability synchronizedAudioText timingControl unlocked ChemML latex MathML ttsMarkup highContrastAudio highContrastDisplay largePrint braille tactileGraphic tactileObject none'
const HAZARDS = 'flashing noFlashingHazard motionSimulation noMotionSimulationHazard sound noSoundHazard unknown none'

/** The values that Readium knows: an EPUB may name others. */
const known = (values: string[], names: string) => {
  const all = new Set(names.split(' '))
  return values.filter((value) => all.has(value))
}

const withoutEmpty = (lists: Record<string, unknown[]>) =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))

const toAccessibility = (facts: BookAccessibility): object | undefined => {
  const said =
    facts.kind === 'pdf'
      ? withoutEmpty({
          accessMode: [...(facts.text === 'all' || facts.text === 'some' ? ['textual'] : []), 'visual'],
          feature: [...(facts.isTagged ? ['taggedPDF'] : []), ...(facts.hasContents ? ['tableOfContents'] : [])],
        })
      : {
          ...withoutEmpty({
            accessMode: known(facts.accessModes, `${MODES} tactile textOnVisual textual visual`),
            accessModeSufficient: facts.sufficientModes
              .map((modes) => known(modes, SUFFICIENT))
              .filter((modes) => modes.length > 0),
            feature: known(facts.features, FEATURES),
            hazard: known(facts.hazards, HAZARDS),
          }),
          ...(facts.summary !== null && { summary: facts.summary }),
        }
  return Object.keys(said).length > 0 ? said : undefined
}
