import type { EpubChapter, EpubChapterSummary } from '#contract/epub.ts'
import type { References } from './book-references.ts'
import { countWords } from './count-words.ts'
import { decodeText } from './decode-text.ts'
import { EpubRejectedError } from './epub-error.ts'
import type { Findings } from './findings.ts'
import type { OpenEpub } from './open-epub.ts'
import { isPicture, MAX_TEXT_BYTES, type PackageItem, type SpineItem } from './read-package.ts'
import { pageSizeOf, type Rendition } from './read-rendition.ts'
import type { Stylesheets } from './read-stylesheets.ts'
import { XmlError } from './read-xml.ts'
import { sanitizeDocument, type SanitizedDocument } from './sanitize-document.ts'
import { pictureDocument } from './picture-document.ts'

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
}

/** The reader of a book's chapters. One that is damaged is left out, which is told: the rest of the book is good. */
export const createChapterReader = (options: Options) => {
  const { findings, stylesheets, rendition, titleOf } = options
  return (item: SpineItem): ReadChapter | undefined => {
    const { layout } = rendition.ofItem(item)
    const result = documentOf(item, layout, options)
    if ('why' in result) {
      const path = item.listed?.path ?? item.cfi
      findings.add('chapter', path, `The chapter “${path}” was left out: ${result.why}.`)
      return undefined
    }
    const { document, path, shown } = result
    const styled = stylesheets.of(path, document.styles, layout)
    const { xhtml, root, text, undescribedImages } = document
    const base = { path, cfi: item.cfi, title: titleOf(path), wordCount: countWords(text) }
    const resources = [...new Set([...shown, ...styled.shown])]
    const page = pageSizeOf(document.viewport)
    return {
      undescribedImages,
      chapter: { ...base, root, xhtml, stylesheets: styled.stylesheets, resources, text },
      summary: { ...base, textLength: text.length, isLinear: item.isLinear, ...rendition.ofItem(item), page },
    }
  }
}

type Result = { document: SanitizedDocument; path: string; shown: string[] } | { why: string }

type Layout = EpubChapterSummary['layout']

const documentOf = ({ listed, shown: item }: SpineItem, layout: Layout, options: Options): Result => {
  if (!listed) return { why: 'the package document lists no file for it' }
  if (!item) return { why: 'it is neither XHTML nor SVG' }
  const { archive, read } = options.epub
  if (!archive.has(item.path)) return { why: 'the file is missing' }
  if (isPicture(item)) return ofPicture(item)
  if (archive.sizeOf(item.path) > MAX_TEXT_BYTES) return { why: 'it is larger than 8 MB' }
  const bytes = read(item.path)
  return bytes ? sanitized(item.path, bytes, layout, options) : { why: 'the file is damaged' }
}

/** An image in the spine is a page of its own. */
const ofPicture = ({ path }: PackageItem): Result => ({ document: pictureDocument(path), path, shown: [path] })

const sanitized = (path: string, bytes: Buffer, layout: Layout, { references, findings }: Options): Result => {
  const shown: string[] = []
  const found = references.of(path, findings.count)
  const resource = (reference: string) => {
    const target = found.resource(reference)
    if (target !== undefined) shown.push(target)
    return target
  }
  try {
    const source = decodeText(bytes)
    if (isKepub(source)) throw new EpubRejectedError('kepub')
    const document = sanitizeDocument(source, { references: { ...found, resource }, layout, onRefused: findings.count })
    return { document, path, shown }
  } catch (error) {
    if (error instanceof XmlError) return { why: `it is not well-formed XHTML (line ${error.line}: ${error.message})` }
    if (error instanceof RangeError) return { why: 'its encoding is unknown' }
    throw error
  }
}

/** Kobo's programs put each sentence in an element of its own. */
const isKepub = (source: string): boolean => /<span class="koboSpan" id="kobo\.\d/.test(source)
