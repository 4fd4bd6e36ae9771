import { createHash } from 'node:crypto'
import { strToU8, zipSync, type Zippable } from 'fflate'
import type { CataloguedWords } from '#server/formats/book-format.ts'
import { cleanLine } from '#server/formats/clean-line.ts'
import { isbnOf } from '#server/formats/epub/isbn.ts'
import { NAMESPACES } from '#server/formats/epub/read-xml.ts'
import type { XmlNode } from '#server/formats/epub/xml-tree.ts'
import { attribute, escapeText } from '#server/formats/epub/write-xml.ts'
import { element, writeDocument } from './content.ts'
import type { Chapter, ContentsEntry } from './cut-chapters.ts'
import type { MoreWords, Picture, Piece, Words } from './manuscript.ts'
import { BOOK_STYLES } from './book-styles.ts'
import { type Direction, directBlocks } from './writing-direction.ts'

export interface BookToPack {
  words: Words
  direction: Direction
  chapters: Chapter[]
  /** By the names of their files. */
  pictures: ReadonlyMap<string, Picture>
  cover?: Picture | undefined
  /** In place of one that is made of its content. */
  identifier?: string
  /** An address or a sentence. */
  licence?: string
  /** Every picture has a description. */
  isDescribed: boolean
  /** What readers are told of how it was made, on its title page and in its accessibility summary. In English. */
  notice?: string
}

/** What the catalog says of a book, in the file that is made of it: its identifier is that of the catalog's entry. */
export const wordsInCatalog = (words: Words, catalogued: CataloguedWords) => ({
  words: {
    ...words,
    authors: [...new Set([...words.authors, ...catalogued.coAuthors])].filter((name) => name !== ''),
    modified: catalogued.modified.replace(/\.\d+Z$/, 'Z'),
    more: catalogued,
  },
  identifier: `urn:uuid:${catalogued.id}`,
  licence: catalogued.licence,
})

export const jpegPicture = (bytes: Uint8Array): Picture => ({ bytes, type: 'image/jpeg', extension: 'jpg' })

const TITLE_PAGE = 'title.xhtml'
const NAV = 'nav.xhtml'
const STYLES = 'book.css'
/** For manuscripts that do not say when they were changed: the same manuscript gives the same bytes. */
const NO_DATE = '2000-01-01T00:00:00Z'
/** The time of all files in the archive. */
export const FILE_TIME = new Date(2000, 0, 1)

/** Chapters that follow those that a book had before. */
export type AddedChapters = Pick<BookToPack, 'chapters' | 'pictures' | 'isDescribed'> & {
  /** When the last of them was changed, or empty. */
  modified: string
}

/**
 * Writes an EPUB 3, the same bytes for the same book. With added chapters it keeps its identifier and the order of what was in
 * it, so that places in it stay the same.
 */
export const packEpub = (first: BookToPack, added?: AddedChapters): Uint8Array => {
  const hasContents = showsContents(first.chapters)
  const ofFirst = Object.entries(textsOf(first, hasContents)).flat()
  const id =
    first.identifier ??
    `urn:uuid:${uuidOf([...ofFirst, ...[...first.pictures].flatMap(([name, { bytes }]) => [name, bytes])])}`
  const book = added ? withChapters(first, added) : first
  const texts = textsOf(book, hasContents)
  const files: Zippable = {
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(CONTAINER),
    'EPUB/package.opf': strToU8(packageOf(book, { id, hasContents })),
    'EPUB/toc.ncx': strToU8(ncxOf(book, id)),
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [`EPUB/${name}`, strToU8(text)])),
    // Pictures are compressed already.
    ...Object.fromEntries(
      [...book.pictures, ...coverFile(book)].map(
        ([name, { bytes }]) => [`EPUB/${name}`, [bytes, { level: 0 }]] as const,
      ),
    ),
  }
  return zipSync(files, { mtime: FILE_TIME, level: 6 })
}

/** Whether readers turn through a page with the contents, after the title page. */
const showsContents = (chapters: readonly Chapter[]) => chapters.flatMap(({ contents }) => contents).length > 1

/** The number of the first chapter among the parts that readers turn through, from 1. */
export const firstChapterPart = (chapters: readonly Chapter[]): number => (showsContents(chapters) ? 3 : 2)

/** The cover as a file of its own, unless the text shows it too. */
const coverFile = ({ cover, pictures }: BookToPack): [string, Picture][] =>
  !cover || [...pictures.values()].includes(cover) ? [] : [[`cover.${cover.extension}`, cover]]

const withChapters = (book: BookToPack, { chapters, pictures, isDescribed, modified }: AddedChapters): BookToPack => ({
  ...book,
  words: { ...book.words, modified: [book.words.modified, modified].toSorted().at(-1) ?? '' },
  chapters: [...book.chapters, ...chapters],
  pictures: new Map([...book.pictures, ...pictures]),
  isDescribed: book.isDescribed && isDescribed,
})

/** The documents by their names. */
const textsOf = (book: BookToPack, hasContents: boolean): Record<string, string> => {
  const { words, chapters } = book
  return {
    [TITLE_PAGE]: document(book, words.title, 'frontmatter', titlePage(book)),
    [NAV]: document(book, words.title, 'frontmatter', contentsPage(book, hasContents)),
    ...Object.fromEntries(
      chapters.map((chapter) => [chapter.name, document(book, chapter.title, 'bodymatter', [chapterSection(chapter)])]),
    ),
    [STYLES]: BOOK_STYLES,
  }
}

const CONTAINER =
  '<?xml version="1.0" encoding="UTF-8"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">' +
  '<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n'

const uuidOf = (contents: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content).update('\0')
  const hex = hash.digest('hex')
  // The version of identifiers that are made from something else.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const document = ({ words, direction }: BookToPack, title: string, matter: string, children: Piece[]): string => {
  const { language } = words
  const head = element('head', {}, [
    element('title', {}, [title]),
    element('link', { rel: 'stylesheet', type: 'text/css', href: STYLES }, []),
  ])
  const body = element(
    'body',
    { 'epub:type': matter },
    children.map((child) => directBlocks(child, direction)),
  )
  const dir = direction === 'rtl' ? direction : undefined
  return writeDocument(
    element('html', { 'xmlns:epub': NAMESPACES.ops, lang: language, 'xml:lang': language, dir }, [head, body]),
  )
}

const titlePage = ({ words: { title, subtitle, authors, date }, notice }: BookToPack): Piece[] => [
  element('section', { 'epub:type': 'titlepage' }, [
    element('h1', {}, [title]),
    ...(subtitle === '' ? [] : [element('p', { class: 'subtitle' }, [subtitle])]),
    ...authors.map((author) => element('p', { class: 'author' }, [author])),
    ...(date === '' ? [] : [element('p', { class: 'date' }, [date])]),
    ...(notice === undefined ? [] : [element('p', { class: 'notice', lang: 'en', 'xml:lang': 'en' }, [notice])]),
  ]),
]

const chapterSection = ({ children }: Chapter): XmlNode =>
  element('section', { 'epub:type': 'chapter', role: 'doc-chapter' }, children)

const contentsPage = ({ words, chapters }: BookToPack, hasContents: boolean): Piece[] => {
  const first = chapters[0]?.name ?? TITLE_PAGE
  const pages = chapters.flatMap((chapter) => chapter.pages)
  const landmark = (type: string, href: string, label: string) =>
    element('li', {}, [element('a', { 'epub:type': type, href }, [label])])
  return [
    element('nav', { 'epub:type': 'toc', role: 'doc-toc', id: 'toc' }, [
      element('h1', {}, [words.title]),
      listOf(chapters.flatMap(({ contents }) => contents)),
    ]),
    element('nav', { 'epub:type': 'landmarks', hidden: 'hidden' }, [
      element('ol', {}, [
        ...(hasContents ? [landmark('toc', '#toc', words.title)] : []),
        landmark('bodymatter', first, chapters[0]?.title ?? words.title),
      ]),
    ]),
    ...(pages.length === 0
      ? []
      : [
          element('nav', { 'epub:type': 'page-list', role: 'doc-pagelist', hidden: 'hidden' }, [
            listOf(pages.map((page) => ({ ...page, level: 1 }))),
          ]),
        ]),
  ]
}

/** Nested by levels, of which none is skipped: an entry is below the nearest one of a higher level. */
const listOf = (entries: readonly ContentsEntry[]): XmlNode => {
  const items: Piece[] = []
  for (let at = 0; at < entries.length;) {
    const entry = entries[at] as ContentsEntry
    const next = entries.findIndex(({ level }, other) => other > at && level <= entry.level)
    const below = entries.slice(at + 1, next < 0 ? entries.length : next)
    items.push(
      element('li', {}, [
        element('a', { href: entry.target }, [entry.label]),
        ...(below.length > 0 ? [listOf(below)] : []),
      ]),
    )
    at += 1 + below.length
  }
  return element('ol', {}, items)
}

const tag = (name: string, text: string, attributes: Readonly<Record<string, string>> = {}) =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => attribute(key, value))
    .join('')}>${escapeText(text)}</${name}>`

const packageOf = (book: BookToPack, { id, hasContents }: { id: string; hasContents: boolean }): string => {
  const { words, direction, chapters, pictures, cover } = book
  const item = (name: string, type: string, properties?: string) =>
    `<item id="${idOf(name)}" href="${name}" media-type="${type}"${properties ? ` properties="${properties}"` : ''}/>`
  const XHTML = 'application/xhtml+xml'
  const manifest = [
    item(TITLE_PAGE, XHTML),
    item(NAV, XHTML, 'nav'),
    ...chapters.map(({ name, hasFormulas }) => item(name, XHTML, hasFormulas ? 'mathml' : undefined)),
    ...[...pictures, ...coverFile(book)].map(([name, picture]) =>
      item(name, picture.type, picture === cover ? 'cover-image' : undefined),
    ),
    item(STYLES, 'text/css'),
    item('toc.ncx', 'application/x-dtbncx+xml'),
  ]
  const spine = [TITLE_PAGE, ...(hasContents ? [NAV] : []), ...chapters.map(({ name }) => name)]
  const progression = direction === 'rtl' ? ' page-progression-direction="rtl"' : ''
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"${attribute('xml:lang', words.language)}>` +
    `<metadata xmlns:dc="${NAMESPACES.dc}">${metadataOf(book, id)}</metadata>` +
    `<manifest>${manifest.join('')}</manifest>` +
    `<spine toc="toc.ncx"${progression}>${spine.map((name) => `<itemref idref="${idOf(name)}"/>`).join('')}</spine>` +
    '</package>\n'
  )
}

/** The names of the files are its own and are names in XML as well. */
const idOf = (name: string) => name

const metadataOf = (
  { words, chapters, pictures, isDescribed, notice, licence = '' }: BookToPack,
  id: string,
): string => {
  const meta = (property: string, text: string) => tag('meta', text, { property })
  const hasPictures = pictures.size > 0
  const isReadable = !hasPictures || isDescribed
  const mayFlash = [...pictures.values()].some(({ type }) => type === 'image/gif')
  const hasFormulas = chapters.some((chapter) => chapter.hasFormulas)
  const features = [
    'structuralNavigation',
    'tableOfContents',
    'readingOrder',
    'displayTransformability',
    ...(hasPictures && isDescribed ? ['alternativeText'] : []),
    ...(hasFormulas ? ['MathML'] : []),
    ...(chapters.some(({ pages }) => pages.length > 0) ? ['pageBreakMarkers', 'pageNavigation'] : []),
  ]
  return [
    tag('dc:identifier', id, { id: 'id' }),
    tag('dc:title', words.title, { id: 'title' }),
    '<meta refines="#title" property="title-type">main</meta>',
    ...(words.subtitle === ''
      ? []
      : [
          tag('dc:title', words.subtitle, { id: 'subtitle' }),
          '<meta refines="#subtitle" property="title-type">subtitle</meta>',
        ]),
    ...words.authors.flatMap((author, at) => [
      tag('dc:creator', author, { id: `author${at + 1}` }),
      `<meta refines="#author${at + 1}" property="role" scheme="marc:relators">aut</meta>`,
    ]),
    tag('dc:language', words.language),
    ...(words.description === '' ? [] : [tag('dc:description', words.description)]),
    ...moreOf(words.more),
    ...(licence === '' ? [] : [tag('dc:rights', licence)]),
    meta('dcterms:modified', words.modified || NO_DATE),
    meta('schema:accessMode', 'textual'),
    ...(hasPictures ? [meta('schema:accessMode', 'visual')] : []),
    ...(isReadable ? [meta('schema:accessModeSufficient', 'textual')] : []),
    ...(hasPictures ? [meta('schema:accessModeSufficient', 'textual,visual')] : []),
    ...features.map((feature) => meta('schema:accessibilityFeature', feature)),
    meta('schema:accessibilityHazard', mayFlash ? 'unknown' : 'none'),
    meta('schema:accessibilitySummary', [summaryOf(hasPictures, isDescribed), notice ?? []].flat().join(' ')),
  ].join('')
}

const moreOf = (more: MoreWords | undefined): string[] => {
  if (!more) return []
  const { series, publisher, isbn, subjects, published } = more
  const line = (name: string, value: string) => (clean(value) === '' ? [] : [tag(name, clean(value))])
  const isbns = isbnOf([isbn])
  return [
    ...(isbns === null ? [] : [tag('dc:identifier', `urn:isbn:${isbns}`)]),
    ...line('dc:publisher', publisher),
    ...line('dc:date', published),
    ...subjects.slice(0, MAX_SUBJECTS).flatMap((subject) => line('dc:subject', subject)),
    ...(series === undefined || clean(series.name) === '' ? [] : seriesOf(clean(series.name), clean(series.position))),
  ]
}

const MAX_WORDS = 200
const MAX_SUBJECTS = 50
const clean = (value: string) => cleanLine(value, MAX_WORDS)

const seriesOf = (name: string, position: string): string[] => [
  tag('meta', name, { property: 'belongs-to-collection', id: 'series' }),
  '<meta refines="#series" property="collection-type">series</meta>',
  ...(/^\d{1,6}(?:\.\d{1,3}){0,2}$/.test(position)
    ? [tag('meta', position, { refines: '#series', property: 'group-position' })]
    : []),
]

const summaryOf = (hasPictures: boolean, isDescribed: boolean): string => {
  const text =
    'The text can be read aloud and takes the font, size and colours of the reader. It has a table of contents.'
  if (!hasPictures) return text
  return `${text} ${isDescribed ? 'All pictures are described.' : 'Some pictures have no description.'}`
}

/** The contents for programs of EPUB 2. */
const ncxOf = ({ words, chapters }: BookToPack, id: string): string => {
  const named = chapters.filter(({ contents }) => contents.length > 0)
  const points = named.map(
    ({ name, title }, at) =>
      `<navPoint id="n${at + 1}" playOrder="${at + 1}"><navLabel>${tag('text', title)}</navLabel><content src="${name}"/></navPoint>`,
  )
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">' +
    `<head><meta name="dtb:uid"${attribute('content', id)}/></head><docTitle>${tag('text', words.title)}</docTitle>` +
    `<navMap>${points.join('')}</navMap></ncx>\n`
  )
}
