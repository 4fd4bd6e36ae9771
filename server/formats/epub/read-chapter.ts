import type { EpubChapter, EpubChapterSummary } from '#contract/shapes/epub.ts'
import type { References } from './book-references.ts'
import { countWords } from './count-words.ts'
import { decodeText } from './decode-text.ts'
import type { DocumentStyle } from './document-styles.ts'
import { EpubRejectedError } from './epub-error.ts'
import type { Findings } from './findings.ts'
import { readHtml } from './html/read-html.ts'
import type { OpenEpub } from './open-epub.ts'
import { pixelsOf } from './paper/pixels-of.ts'
import { readNarration } from './read-narration.ts'
import { isPicture, MAX_TEXT_BYTES, type PackageItem, type SpineItem } from './read-package.ts'
import { pageSizeOf, type Rendition } from './read-rendition.ts'
import type { Stylesheets } from './read-stylesheets.ts'
import { readXml, XmlError } from './read-xml.ts'
import { sanitizeDocument, type SanitizedDocument } from './sanitize-document.ts'
import { missingDocument, pictureDocument } from './stand-in-document.ts'

interface Options {
  epub: OpenEpub
  references: References
  stylesheets: Stylesheets
  rendition: Rendition
  findings: Findings
  titleOf: (path: string) => string | null
}

interface ReadChapter {
  chapter: EpubChapter
  summary: EpubChapterSummary
  undescribedImages: number
  /** Whether it is the page in place of a chapter that cannot be read. */
  isMissing: boolean
}

/**
 * The reader of a book's chapters. A page stands in place of one that cannot be read, and what cannot be shown is left
 * out, both of which is told: the rest of the book is good.
 */
export const createChapterReader = (options: Options) => {
  const { findings, stylesheets, rendition, titleOf } = options
  return (item: SpineItem): ReadChapter | undefined => {
    const { layout } = rendition.ofItem(item)
    const result = documentOf(item, { ...options, layout })
    if ('whyPhrase' in result) tellWhy(result, item, findings)
    const isMissing = 'missing' in result
    if ('whyPhrase' in result && !isMissing) return undefined
    const { document, path, shown } = isMissing ? placeholderOf(result.missing) : result
    const styled = stylesheets.of(path, document.styles, layout)
    const { xhtml, root, text, undescribedImages } = document
    const base = { path, cfi: item.cfi, title: titleOf(path), wordCount: countWords(text) }
    const resources = [...new Set([...shown, ...styled.shown])]
    const page = pageSizeOf(document.viewport) ?? (layout === 'pre-paginated' ? rendition.page : null)
    const narration = isMissing ? [] : narrationOf(item, options)
    const isNarrated = narration.length > 0
    return {
      undescribedImages,
      isMissing,
      chapter: {
        ...base,
        root,
        xhtml,
        stylesheets: styled.stylesheets,
        resources,
        text,
        ...(isNarrated && { narration }),
      },
      summary: {
        ...base,
        textLength: text.length,
        isLinear: item.isLinear,
        ...rendition.ofItem(item),
        page,
        ...(isNarrated && { isNarrated }),
      },
    }
  }
}

const narrationOf = ({ shown }: SpineItem, { epub, references, findings }: Options) => {
  const overlay = epub.book.items.get(shown?.overlay ?? '')
  if (!shown || !overlay || epub.archive.sizeOf(overlay.path) > MAX_TEXT_BYTES) return []
  const { path } = overlay
  const source = epub.read(path)?.toString() ?? ''
  return readNarration(source, { path, chapter: shown.path, references: references.of(path, findings.count) })
}

interface Shown {
  document: SanitizedDocument
  path: string
  shown: string[]
}
interface OfChapter extends Options {
  layout: EpubChapterSummary['layout']
}
/** `missing` is the path of a chapter that there should be. */
type Unread = { whyPhrase: string } | { whyPhrase: string; missing: string }

const placeholderOf = (path: string): Shown => ({ document: missingDocument(path), path, shown: [] })

const FATE_PHRASES = { missing: 'cannot be shown, and a page in its place says so', leftOut: 'was left out' }

const tellWhy = (unread: Unread, item: SpineItem, findings: Findings) => {
  const path = item.listed?.path ?? item.cfi
  const fate = FATE_PHRASES['missing' in unread ? 'missing' : 'leftOut']
  findings.add('chapter', path, `The chapter “${path}” ${fate}: ${unread.whyPhrase}.`)
}

const documentOf = ({ listed, shown: item }: SpineItem, options: OfChapter): Shown | Unread => {
  if (!listed) return { whyPhrase: 'the package document lists no file for it' }
  if (!item) return { whyPhrase: 'it is neither XHTML nor SVG' }
  const { archive, read } = options.epub
  const { path } = item
  if (!archive.has(path)) return { whyPhrase: 'the file is missing', missing: path }
  if (isPicture(item)) return ofPicture(item, options)
  if (archive.sizeOf(path) > MAX_TEXT_BYTES) return { whyPhrase: 'it is larger than 8 MB', missing: path }
  const bytes = read(path)
  return bytes ? sanitized(path, bytes, options) : { whyPhrase: 'the file is damaged', missing: path }
}

/** An image in the spine is a page of its own. */
const ofPicture = ({ path }: PackageItem, { references, epub, layout }: OfChapter): Shown => {
  references.used.add(path)
  const size = layout === 'pre-paginated' ? pixelsOf(epub.read(path) ?? Buffer.alloc(0)) : undefined
  return { document: pictureDocument(path, size), path, shown: [path] }
}

const sanitized = (path: string, bytes: Buffer, options: OfChapter): Shown | Unread => {
  try {
    return ofSource(path, decodeText(bytes), options)
  } catch (error) {
    if (error instanceof XmlError)
      return { whyPhrase: `it is no XHTML (line ${error.line}: ${error.message})`, missing: path }
    if (error instanceof RangeError) return { whyPhrase: 'its encoding is unknown', missing: path }
    throw error
  }
}

/** As XHTML, or where that has a slip as HTML. */
const ofSource = (path: string, source: string, options: OfChapter): Shown => {
  if (isKepub(source)) throw new EpubRejectedError('kepub')
  const { findings } = options
  try {
    return read(path, source, options, readXml)
  } catch (error) {
    if (!(error instanceof XmlError) || !isLikeHtml(source)) throw error
    const found = read(path, source, options, readHtml)
    if (isEmpty(found)) throw error
    const where = `line ${error.line}: ${error.message}`
    const slip = `The chapter “${path}” is no well-formed XHTML (${where}). It was read as HTML: please check that it is whole.`
    findings.add('chapter', path, slip)
    return found
  }
}

/** HTML's parser makes a page of anything. */
const isEmpty = ({ document: { text, xhtml }, shown }: Shown) =>
  text.trim() === '' && shown.length === 0 && !xhtml.includes('<svg ')

const read = (
  path: string,
  source: string,
  { references, stylesheets, findings, layout }: OfChapter,
  reader: typeof readXml,
): Shown => {
  const shown: string[] = []
  const refused: Parameters<Findings['count']>[0][] = []
  const count: Findings['count'] = (what) => void refused.push(what)
  const found = references.of(path, count)
  const resource = (reference: string) => {
    const target = found.resource(reference)
    if (target !== undefined) shown.push(target)
    return target
  }
  const rootUnitOf = (styles: readonly DocumentStyle[]) => stylesheets.rootUnitOf(path, styles, layout)
  const context = { references: { ...found, resource }, layout, rootUnitOf, onRefused: count }
  const document = sanitizeDocument(source, context, reader)
  // What the first attempt counted before it failed would be told twice.
  for (const what of refused) findings.count(what)
  return { document, path, shown }
}

/** Whether it is meant as a document at all. */
export const isLikeHtml = (source: string): boolean =>
  /<(?:[\w-]{1,40}:)?(?:html|body|svg|p|div|h[1-6])[\s/>]/i.test(source) && !source.includes('\0')

/** Kobo's programs put each sentence in an element of its own. */
const isKepub = (source: string): boolean => /<span class="koboSpan" id="kobo\.\d/.test(source)
