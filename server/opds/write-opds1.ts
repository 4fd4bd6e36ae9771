import { licenceUrl } from '#contract/shapes/detail-fields.ts'
import { genreNamed, genreSlug } from '#contract/shapes/genres.ts'
import type { Texts } from '#server/platform/language/texts.ts'
import { element, emptyElement, link } from '#server/site/xml.ts'
import {
  ACQUISITION,
  AUTHENTICATION,
  authorPath,
  type Catalog,
  COVERS,
  coverOf,
  FEATURED,
  type FeedKind,
  filesOf,
  idOf,
  type NavigationEntry,
  pageOf,
  type Place,
  type Publication,
  ROOTS,
  SEARCH,
  wordsOf,
} from './catalog.ts'

const NAMESPACES = [
  'xmlns="http://www.w3.org/2005/Atom"',
  'xmlns:dc="http://purl.org/dc/terms/"',
  'xmlns:opds="http://opds-spec.org/2010/catalog"',
  'xmlns:thr="http://purl.org/syndication/thread/1.0"',
  'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"',
  'xmlns:schema="http://schema.org/"',
].join(' ')

export const feedType = (kind: FeedKind) => `application/atom+xml;profile=opds-catalog;kind=${kind}`
export const ENTRY_TYPE = 'application/atom+xml;type=entry;profile=opds-catalog'
const ROOT = ROOTS[1]

/** A feed as OPDS 1.2 has it: Atom, as RFC 4287 has it, with its extensions. */
export const writeFeed = (catalog: Catalog, place: Place): string => {
  const { origin, siteName, texts } = place
  const base = origin + ROOT
  const { kind, title, path, up, updated, navigation, publications, facets, parts, count } = catalog
  const lines = [
    element('id', idOf(base + path)),
    element('title', `${title} · ${siteName}`),
    element('updated', updated),
    `<author>${element('name', siteName)}${element('uri', origin)}</author>`,
    link('self', feedType(kind), base + path),
    link('start', feedType('navigation'), base),
    ...(up === undefined ? [] : [link('up', feedType('navigation'), base + up)]),
    ...Object.entries(parts).map(([rel, part]) => link(rel, feedType(kind), base + part)),
    link('search', SEARCH.type, origin + SEARCH.path),
    // Several reading apps read no description.
    link('search', 'application/atom+xml', searchTemplate(place, ROOT)),
    link('http://opds-spec.org/shelf', feedType('acquisition'), `${base}/my/want`),
    link('http://opds-spec.org/auth/document', AUTHENTICATION.type, origin + AUTHENTICATION.path),
    ...facets.flatMap((group) =>
      group.values.map(({ title, path, isActive, count }) =>
        link('http://opds-spec.org/facet', feedType('acquisition'), base + path, {
          title,
          'opds:facetGroup': group.title,
          'opds:activeFacet': isActive ? 'true' : undefined,
          'thr:count': count,
        }),
      ),
    ),
    ...(count
      ? [
          element('opensearch:totalResults', String(count.total)),
          element('opensearch:itemsPerPage', String(count.perPage)),
          element('opensearch:startIndex', String((count.page - 1) * count.perPage + 1)),
        ]
      : []),
    ...navigation.map((entry) => navigationEntry(entry, { updated, base, texts })),
    ...publications.map((book) => `<entry>\n${entryLines(book, place).join('\n')}\n</entry>`),
  ]
  return documentOf('feed', lines)
}

/** One publication by itself. */
export const writeEntry = (book: Publication, place: Place): string => documentOf('entry', entryLines(book, place))

const documentOf = (name: string, lines: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} ${NAMESPACES}>\n${lines.join('\n')}\n</${name}>\n`

const navigationEntry = (
  { title, path, kind, rel = 'subsection', words, count }: NavigationEntry,
  { updated, base, texts }: { updated: string; base: string; texts: Texts },
) => {
  const lines = [
    element('id', idOf(base + path)),
    element('title', title),
    element('updated', updated),
    link(rel, feedType(kind), base + path, { 'thr:count': count }),
    // KOReader opens no entry by this relation alone.
    ...(rel === FEATURED ? [link('subsection', feedType(kind), base + path)] : []),
    element('content', words ?? (count === undefined ? title : texts.catalogs.CATALOG.books({ count })), {
      type: 'text',
    }),
  ]
  return `<entry>\n${lines.join('\n')}\n</entry>`
}

const authorElement = (name: string, base?: string) =>
  `<author>${element('name', name)}${base === undefined ? '' : element('uri', base + authorPath(name))}</author>`

const entryLines = (book: Publication, place: Place): string[] => {
  const { _id, title, author, genre, createdAt, updatedAt, details, coAuthors, caption } = book
  const { origin, texts } = place
  const { CATALOG } = texts.catalogs
  const { language, year, isbn, licence, series, tags = [] } = details
  const files = filesOf(book, place)
  const licenceAddress = licence && licenceUrl(licence)
  const known = genreNamed(genre)
  const [cover, thumbnail] = COVERS.map(({ width }) => coverOf(book, place, width))
  return [
    element('id', `urn:uuid:${_id}`),
    element('title', title),
    authorElement(author, origin),
    ...coAuthors.map(({ name, hasPage }) => authorElement(name, hasPage ? origin : undefined)),
    element('published', createdAt),
    element('updated', updatedAt),
    ...(language === undefined ? [] : [element('dc:language', language)]),
    ...(year === undefined ? [] : [element('dc:issued', String(year).padStart(4, '0'))]),
    ...(book.publisher ? [element('dc:publisher', book.publisher.username)] : []),
    ...(isbn === undefined ? [] : [element('dc:identifier', `urn:isbn:${isbn}`)]),
    element('dc:extent', CATALOG.pages({ count: book.pageCount })),
    ...(licence === undefined ? [] : [element('rights', licenceAddress ?? CATALOG.allRightsReserved)]),
    ...(series ? [emptyElement('schema:Series', { name: series.name, position: series.number })] : []),
    emptyElement('category', {
      scheme: `${origin}/library`,
      term: known ? genreSlug(known) : genre,
      label: texts.genre(genre),
    }),
    ...tags.map((tag) => emptyElement('category', { term: tag, label: tag })),
    element('summary', caption, { type: 'text' }),
    ...(files.length > 0 ? [] : [element('content', wordsOf(book, place), { type: 'text' })]),
    link('alternate', 'text/html', pageOf(book, place)),
    link('alternate', ENTRY_TYPE, `${origin}${ROOT}/books/${_id}`),
    ...(series
      ? [
          link('related', feedType('acquisition'), `${origin}${ROOT}/series/${series._id}`, {
            title: CATALOG.ofSeries({ name: series.name }),
          }),
        ]
      : []),
    // Without a type, which it need not have (RFC 4946): KOReader takes a page with one for a file of the book.
    ...(licenceAddress === undefined ? [] : [emptyElement('link', { rel: 'license', href: licenceAddress })]),
    link('http://opds-spec.org/image', 'image/jpeg', cover ?? ''),
    link('http://opds-spec.org/image/thumbnail', 'image/jpeg', thumbnail ?? ''),
    ...(files.length === 0
      ? [link(ACQUISITION.sample, 'text/html', pageOf(book, place), { title: CATALOG.readHere })]
      : files.map(({ href, type, title, bytes, isOpen }) =>
          link(isOpen ? ACQUISITION.open : ACQUISITION.file, type, href, { title, length: bytes }),
        )),
  ]
}

const searchTemplate = ({ origin }: Place, root: string) => `${origin}${root}/search?query={searchTerms}`

/** How a client searches, in both versions, and a browser on the site: OpenSearch 1.1. */
export const writeSearchDescription = (place: Place): string => {
  const { origin, siteName, texts } = place
  const shortName = [...siteName].slice(0, 16).join('')
  const url = (type: string, root: string) => emptyElement('Url', { type, template: searchTemplate(place, root) })
  const lines = [
    element('ShortName', shortName),
    element('Description', texts.catalogs.CATALOG.searchDescription({ siteName })),
    element('InputEncoding', 'UTF-8'),
    element('OutputEncoding', 'UTF-8'),
    url(feedType('acquisition'), ROOT),
    url('application/opds+json', ROOTS[2]),
    emptyElement('Url', { type: 'text/html', template: `${origin}/library?query={searchTerms}` }),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
${lines.join('\n')}
</OpenSearchDescription>
`
}
