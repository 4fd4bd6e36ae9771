import { DAY_MS } from '#contract/values/durations.ts'
import { languageTag } from '#contract/shapes/detail-fields.ts'
import { cleanLine, isUnknown } from '#server/formats/clean-line.ts'
import type { EpubAccessibility, EpubMetadata } from '#contract/shapes/epub.ts'
import { isbnOf } from './isbn.ts'
import { plainText } from '#server/formats/plain-text.ts'
import { NAMESPACES } from './read-xml.ts'
import { attributeOf, descendantsOf, elementsOf, textOf, type XmlNode } from './xml-tree.ts'

const MAX_LINE = 500
const UNKNOWN_LANGUAGE = 'und'
const MAX_DESCRIPTION = 5_000
const MAX_VALUES = 50

/** An element of Dublin Core or a `meta`, with what refines it by property. */
interface Entry {
  value: string
  node: XmlNode
  refined: ReadonlyMap<string, string>
  /** What the person did, as MARC codes. */
  roles: readonly string[]
}

/** Reads what a package says of its book, as EPUB 3 and EPUB 2 write it. */
export const readMetadata = (root: XmlNode): EpubMetadata => {
  const source = new PackageMetadata(root)
  const titles = source.dublinCore('title')
  const title = titles.find(({ refined }) => refined.get('title-type') === 'main') ?? titles[0]
  const creators = source.dublinCore('creator').flatMap(eachOf)
  const people = [...creators, ...source.dublinCore('contributor')]
  // A book that names nobody but its editor, for one, is theirs.
  const isAuthor = people.some(isWriter) ? isWriter : (one: Entry) => creators.includes(one)
  return {
    title: title?.value ?? '',
    subtitle: titles.find(({ refined }) => refined.get('title-type') === 'subtitle')?.value ?? null,
    sortTitle: title ? sortNameOf(title) : null,
    authors: inSequence(people.filter(isAuthor)).map((one) => ({ name: one.value, sortName: sortNameOf(one) })),
    contributors: people.filter((one) => !isAuthor(one)).map((one) => ({ name: one.value, role: roleOf(one) })),
    languages: source.values('language').map(languageOf).filter(isLanguage),
    identifier: source.identifier,
    isbn: isbnOf(source.values('identifier')),
    description: descriptionOf(source),
    publisher: source.values('publisher')[0] ?? null,
    published: dateIn(publication(source.dublinCore('date'))?.value ?? ''),
    modified: dayIn(source.meta('dcterms:modified')[0]?.value ?? ''),
    rights: source.values('rights')[0] ?? null,
    subjects: [...new Set(source.values('subject'))],
    series: seriesOf(source),
    accessibility: accessibilityOf(source),
  }
}

class PackageMetadata {
  readonly identifier: string | null
  private readonly entries: Entry[]
  private readonly links: XmlNode[]

  constructor(root: XmlNode) {
    const metadata = elementsOf(root).find(({ name }) => name === 'metadata')
    const nodes = ['dc-metadata', 'x-metadata'].flatMap((name) => descendantsOf(metadata, name).flatMap(elementsOf))
    const all = [...elementsOf(metadata), ...nodes]
    const refinements = Map.groupBy(
      all.filter(({ name }) => name === 'meta'),
      (node) => attributeOf(node, 'refines')?.replace(/^#/, ''),
    )
    this.entries = all.map((node) => {
      const refined = refinements.get(attributeOf(node, 'id') ?? '') ?? []
      const properties = refined.map((one): [string, string] => [propertyOf(one), valueOf(one)])
      const told = properties.filter(([property]) => property === 'role').map(([, role]) => role)
      const roles = told.length > 0 ? told : [opf(node, 'role') ?? []].flat()
      return { value: valueOf(node), node, refined: new Map(properties), roles }
    })
    this.links = all.filter(({ name }) => name === 'link')
    const unique = attributeOf(root, 'unique-identifier')
    this.identifier =
      this.dublinCore('identifier').find(({ node }) => attributeOf(node, 'id') === unique)?.value ?? null
  }

  dublinCore(name: string): Entry[] {
    return this.entries
      .filter(({ node, value }) => node.name === name && node.namespace === NAMESPACES.dc && value !== '')
      .slice(0, MAX_VALUES)
  }

  values(name: string): string[] {
    return this.dublinCore(name).map(({ value }) => value)
  }

  /** The entries of each `meta` that says something of the whole book. */
  meta(property: string): Entry[] {
    const isOf = ({ node, value }: Entry) =>
      node.name === 'meta' && propertyOf(node) === property && value !== '' && !attributeOf(node, 'refines')
    return this.entries.filter(isOf).slice(0, MAX_VALUES)
  }

  /** Any `meta`, also one that refines another. */
  anyMeta(property: string): string | null {
    return this.entries.find(({ node, value }) => propertyOf(node) === property && value !== '')?.value ?? null
  }

  linked(relation: string): string[] {
    return this.links
      .filter((node) => attributeOf(node, 'rel')?.split(/\s+/).includes(relation))
      .map((node) => cleanLine(attributeOf(node, 'href') ?? '', MAX_LINE))
  }

  /** With its lines and its elements. */
  text(name: string): string {
    return textOf(this.dublinCore(name)[0]?.node)
  }
}

const propertyOf = (node: XmlNode): string => attributeOf(node, 'property') ?? attributeOf(node, 'name') ?? ''

/** EPUB 3 writes the value of a `meta` in it, EPUB 2 in an attribute. */
const valueOf = (node: XmlNode): string => cleanLine(textOf(node) || (attributeOf(node, 'content') ?? ''), MAX_LINE)

const opf = (node: XmlNode, name: string) => attributeOf(node, name, NAMESPACES.opf) ?? null

const roleOf = ({ roles }: Entry): string | null => roles[0] ?? null

const sortNameOf = ({ node, refined }: Entry): string | null => refined.get('file-as') ?? opf(node, 'file-as')

const isWriter = ({ roles, node }: Entry): boolean =>
  roles.includes('aut') || (roles.length === 0 && node.name === 'creator')

/** Word processors write all authors in one element. */
const eachOf = (one: Entry): Entry[] => {
  const names = one.value.split(';').map((name) => name.trim())
  const several = names.filter((name) => name !== '')
  return several.length < 2
    ? [one]
    : several.map((value) => ({ ...one, value, refined: WITHOUT_SORT_NAME, node: PERSON }))
}
const WITHOUT_SORT_NAME: ReadonlyMap<string, string> = new Map()
const PERSON: XmlNode = { namespace: NAMESPACES.dc, name: 'creator', attributes: [], children: [] }

/** Some programs write a locale, or a code of three letters where there is one of two. */
const languageOf = (text: string): string => {
  const tag = text.replaceAll('_', '-')
  return languageTag(tag) ?? tag
}
const isLanguage = (tag: string): boolean => /^[a-z\d-]{2,35}$/i.test(tag) && tag !== UNKNOWN_LANGUAGE

/** Without the word that programs write where there is none. */
const descriptionOf = (source: PackageMetadata): string => {
  const text = plainText(source.text('description'), MAX_DESCRIPTION)
  return isUnknown(text) ? '' : text
}

const inSequence = (people: Entry[]): Entry[] => {
  const place = ({ refined }: Entry) => Number(refined.get('display-seq') ?? Infinity) || Infinity
  return people.toSorted((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)))
}

const publication = (dates: Entry[]): Entry | undefined =>
  dates.find(({ node }) => opf(node, 'event') === 'publication') ??
  dates.find(({ node }) => opf(node, 'event') === null)

/** The evening before in UTC, by a whole zone: calibre's way to write midnight in a time zone ahead of it. */
const LOCAL_MIDNIGHT = /^(\d{4}-\d\d-\d\d)T(?:1[3-9]|2[0-3]):(?:00|15|30|45):00(?:\.0+)?(?:Z|\+00:00)$/

/** The year, month or day of a publication, as far as it is said. */
export const dateIn = (value: string): string | null => {
  const [, eve] = LOCAL_MIDNIGHT.exec(value) ?? []
  const next = eve === undefined ? NaN : Date.parse(eve) + DAY_MS
  const day = Number.isNaN(next) ? dayIn(value) : new Date(next).toISOString().slice(0, 10)
  return day !== null && day.slice(0, 4) <= UNKNOWN_YEAR ? null : day
}
/** Calibre writes it where it knows none. */
const UNKNOWN_YEAR = '0101'

const dayIn = (value: string): string | null =>
  /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?/.exec(value)?.[0] ?? null

const seriesOf = (source: PackageMetadata): EpubMetadata['series'] => {
  const isSeries = ({ refined }: Entry) => (refined.get('collection-type') ?? 'series') === 'series'
  const collection = source.meta('belongs-to-collection').find(isSeries)
  if (collection) return { name: collection.value, position: collection.refined.get('group-position') ?? null }
  const name = source.meta('calibre:series')[0]?.value
  return name === undefined ? null : { name, position: source.meta('calibre:series_index')[0]?.value ?? null }
}

const accessibilityOf = (source: PackageMetadata): EpubAccessibility => {
  const values = (property: string) => [...new Set(source.meta(property).map(({ value }) => value))]
  const sets = values('schema:accessModeSufficient')
  return {
    accessModes: values('schema:accessMode'),
    sufficientModes: sets.map((set) => set.split(/[\s,]+/).filter((mode) => mode !== '')),
    features: values('schema:accessibilityFeature'),
    hazards: values('schema:accessibilityHazard'),
    summary: source.meta('schema:accessibilitySummary')[0]?.value ?? null,
    conformsTo: [...new Set([...values('dcterms:conformsTo'), ...source.linked('dcterms:conformsTo')])],
    certifiedBy: source.anyMeta('a11y:certifiedBy'),
  }
}
