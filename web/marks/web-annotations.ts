import type { MarkAnchor, MarkContent } from '#contract/marks.ts'
import { MARK_COLORS, MARK_PAGES_MAX, NOTE_MAX, QUOTE_MAX } from '#contract/values/marks.ts'
import { PAGE_MAX } from '#contract/shapes/place-address.ts'
import { timeOrderedId } from '#web/session/new-id.ts'
import { anchorOn } from './anchor-on.ts'
import type { ListedMark } from './listed-marks.ts'
import { noteText } from './note-text.ts'
import { readPageText } from './page-text.ts'
import type { ShownMark } from './place-marks.ts'
import { SIGNS } from '#web/messages/signs.ts'

interface Exported {
  book: { _id: string; title: string; author: string }
  marks: readonly ListedMark[]
  address: string
}

const PDF_FRAGMENTS = 'http://tools.ietf.org/rfc/rfc3778'
const CFI_FRAGMENTS = 'http://www.idpf.org/epub/linking/cfi/epub-cfi.html'
const CFI = /^epubcfi\([^\p{Cc}\p{Surrogate}]{1,980}\)$/u

/** Marks as a collection of the W3C Web Annotation Data Model. */
export const annotationsOf = (exported: Exported) =>
  collectionOf(`${sourceOf(exported)}#annotations`, labelOf(exported), itemsOf(exported))

/** Those of many books as one collection. Each mark names its book as its source. */
export const allAnnotationsOf = (books: readonly Exported[], label: string) =>
  collectionOf(`${books[0]?.address ?? ''}/my/notes#annotations`, label, books.flatMap(itemsOf))

const collectionOf = (id: string, label: string, items: ReturnType<typeof annotationOf>[]) => ({
  '@context': 'http://www.w3.org/ns/anno.jsonld',
  id,
  type: 'AnnotationCollection',
  label,
  total: items.length,
  first: { type: 'AnnotationPage', startIndex: 0, items },
})

const sourceOf = ({ book, address }: Exported) => `${address}/read/${book._id}`
const labelOf = ({ book }: Exported) => book.title + SIGNS.dash + book.author
const itemsOf = (exported: Exported) => exported.marks.map((mark) => annotationOf(mark, sourceOf(exported)))

const annotationOf = ({ id, content }: ListedMark, source: string) => ({
  id: `urn:uuid:${id}`,
  type: 'Annotation',
  motivation: content.color ? 'highlighting' : 'bookmarking',
  created: content.createdAt,
  body: [
    ...(content.color ? [{ type: 'TextualBody', purpose: 'tagging', value: content.color }] : []),
    ...(content.note
      ? [{ type: 'TextualBody', purpose: 'commenting', format: 'text/plain', value: content.note }]
      : []),
  ],
  target: content.anchors.map(({ page, cfi, start, end, exact, prefix, suffix }) => ({
    source,
    selector: [
      { type: 'FragmentSelector', conformsTo: PDF_FRAGMENTS, value: `page=${page}` },
      ...(cfi === undefined ? [] : [{ type: 'FragmentSelector', conformsTo: CFI_FRAGMENTS, value: cfi }]),
      { type: 'TextQuoteSelector', exact, prefix, suffix },
      { type: 'TextPositionSelector', start, end },
    ],
  })),
})

/** The marks in a JSON-LD file; undefined if it is none. Annotations without a place in a text are left out. */
export const readAnnotations = (text: string): ShownMark[] | undefined => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  const items = itemsIn(parsed)
  return items?.flatMap((item) => {
    const mark = markOf(item)
    return mark ? [mark] : []
  })
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])
const fieldsIn = (value: unknown): Fields[] => listOf(value).filter(isFields)
const isOf = (fields: Fields, type: string) => listOf(fields['type']).includes(type)

/** The annotations of a collection, a page, a list or one alone. */
const itemsIn = (value: unknown): Fields[] | undefined => {
  if (Array.isArray(value)) return fieldsIn(value)
  if (!isFields(value)) return undefined
  if (isOf(value, 'AnnotationCollection')) return isFields(value['first']) ? itemsIn(value['first']) : []
  if (isOf(value, 'AnnotationPage')) return fieldsIn(value['items'])
  return isOf(value, 'Annotation') ? [value] : undefined
}

const UUID = /^urn:uuid:([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/

const markOf = (item: Fields): ShownMark | undefined => {
  const anchors = fieldsIn(item['target']).flatMap((target) => anchorOf(fieldsIn(target['selector'])) ?? [])
  const length = anchors.reduce((sum, { exact }) => sum + exact.length, 0)
  const isBookmark = listOf(item['motivation']).includes('bookmarking')
  if (anchors.length === 0 || anchors.length > MARK_PAGES_MAX || length > QUOTE_MAX || (!isBookmark && length === 0))
    return undefined
  const bodies = fieldsIn(item['body'])
  const values = (isIncluded: (body: Fields) => boolean) =>
    bodies.filter(isIncluded).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  const tags = values((body) => body['purpose'] === 'tagging')
  const content: MarkContent = {
    color: isBookmark ? null : (MARK_COLORS.find((color) => tags.includes(color)) ?? 'gold'),
    note: noteText(values((body) => body['purpose'] !== 'tagging').join('\n\n')).slice(0, NOTE_MAX),
    // Unknown, so that the text is looked for.
    file: '',
    anchors,
    createdAt: timeOf(item['created']),
  }
  return { id: UUID.exec(String(item['id']))?.[1] ?? timeOrderedId(), content }
}

const anchorOf = (selectors: readonly Fields[]): MarkAnchor | undefined => {
  const all = (type: string) => selectors.filter((selector) => isOf(selector, type))
  const [[quote], [position], fragments] = [
    all('TextQuoteSelector'),
    all('TextPositionSelector'),
    all('FragmentSelector'),
  ]
  const values = fragments.map(({ value }) => String(value))
  const cfi = values.find((value) => CFI.test(value))
  if (!quote && fragments.length === 0) return undefined
  const named = values.map((value) => /(?:^|&)page=(\d{1,6})(?:&|$)/.exec(value)?.[1]).find((number) => number)
  const page = Number(named ?? 1)
  if (page < 1 || page > PAGE_MAX) return undefined
  const [prefix, exact, suffix] = ['prefix', 'exact', 'suffix'].map((name) => textIn(quote?.[name]))
  const start = Number.isInteger(position?.['start']) ? Number(position?.['start']) : 0
  if (start < 0 || start > 1e6 || exact === undefined) return undefined
  // Measured like the text of a page, with the longest context that is stored.
  const whole = anchorOn(`${prefix}${exact}${suffix}`, page, {
    start: prefix?.length ?? 0,
    end: (prefix?.length ?? 0) + exact.length,
  })
  return { ...whole, ...(cfi !== undefined && { cfi }), start, end: start + exact.length }
}

/** Text like that of a page, also with a space at its beginning, which a page does not have. */
const textIn = (value: unknown) =>
  typeof value === 'string' ? readPageText([{ text: `.${value}`, endsLine: false }]).text.slice(1) : ''

const timeOf = (value: unknown): string => {
  const time = typeof value === 'string' ? Date.parse(value) : NaN
  return new Date(Number.isNaN(time) ? Date.now() : time).toISOString()
}

/** The marks that are not there yet, by their id, or by what they say and where. */
export const newMarks = (known: readonly ShownMark[], read: readonly ShownMark[]): ShownMark[] => {
  const seen = new Set(known.flatMap(({ id, content }) => [id, keyOf(content)]))
  return read.filter(({ id, content }) => {
    const isKnown = seen.has(id) || seen.has(keyOf(content))
    seen.add(id).add(keyOf(content))
    return !isKnown
  })
}

const keyOf = ({ color, note, anchors }: MarkContent) =>
  JSON.stringify([color, note, anchors.map(({ page, exact }) => [page, exact])])
