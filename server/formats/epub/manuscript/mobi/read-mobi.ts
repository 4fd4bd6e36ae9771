import { readDocumentTree } from '#server/formats/epub/html/read-document-tree.ts'
import { readHtml } from '#server/formats/epub/html/read-html.ts'
import { ManuscriptRejectedError } from '#server/formats/epub/manuscript/manuscript-error.ts'
import { createManuscriptFindings } from '#server/formats/epub/manuscript/manuscript-findings.ts'
import type { ContentsPlace, Manuscript, Picture, Piece } from '#server/formats/epub/manuscript/manuscript.ts'
import { toPicture } from '#server/formats/epub/manuscript/picture.ts'
import { NAMESPACES } from '#server/formats/epub/read-xml.ts'
import { type LooksOf, readLooks } from '#server/formats/epub/simple-looks.ts'
import { attributeOf, readTree, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { MAX_DOCUMENTS, tooComplex } from './bytes.ts'
import { findNotes } from './find-notes.ts'
import { type MobiEntry, readMobiContents } from './mobi-contents.ts'
import type { MobiText } from './mobi-document.ts'
import { type MobiHeader, readMobiHeader } from './mobi-header.ts'
import { readMobiHtml } from './mobi-html.ts'
import { readMobiText } from './mobi-text.ts'
import { readMobiWords } from './mobi-words.ts'
import { openPalmDatabase, type PalmDatabase } from './palm-database.ts'
import { contentsOfHeadings, readContentsPage, toContentsHeadings } from './place-contents.ts'
import { readKf7 } from './read-kf7.ts'
import { readKf8 } from './read-kf8.ts'

/**
 * Reads a MOBI or AZW3 (KF7 or KF8, of both the newer one). Fonts and most looks are left to the reader, as those of all
 * manuscripts are. Throws `ManuscriptRejectedError`, and `EpubRejectedError` for a protected one.
 */
export const readMobi = (bytes: Buffer): Manuscript & { extension: '.mobi' | '.azw3' } => {
  const file = openPalmDatabase(bytes)
  const header = readMobiHeader(file)
  const text = readMobiText(file, header)
  const entries = orElse(() => readMobiContents(file, header), [])
  const opened = header.isKf8 ? readKf8(text, { file, header, entries }) : readKf7(text, header, entries)
  if (opened.documents.length > MAX_DOCUMENTS) tooComplex()
  const findings = createManuscriptFindings()
  const pictures = openPictures(file, header)
  const { words, cover, isFixed, isVertical } = readMobiWords(header, file.name)
  if (isFixed) findings.say('The pages of this book have a fixed layout: in the EPUB, its words and pictures flow.')
  if (isVertical) findings.say('The lines of this book are vertical: in the EPUB, they are horizontal.')
  const trees = opened.documents.map(({ source }) => treeOf(source))
  const looksOf = openLooks()
  const all = trees.map((tree, at) =>
    readMobiHtml(tree, {
      text: opened,
      looksOf: looksOf(opened.documents[at]?.styles ?? []),
      pictureAt: pictures.nameOf,
      tellLost: findings.count,
    }),
  )
  const { parts, contents } = placeContents(all, opened, entries)
  const withNotes = findNotes(parts)
  const language = words.language || (trees.flatMap((tree) => attributeOf(tree, 'lang') ?? [])[0] ?? '')
  return {
    words: { ...words, language },
    ...withNotes,
    contents,
    pictures: pictures.all,
    findings: findings.list(),
    cover: cover === undefined ? undefined : pictures.at(cover),
    extension: header.isKf8 ? '.azw3' : '.mobi',
  }
}

/** As XHTML, which newer books are, or as HTML. Throws `XmlError`. */
const treeOf = (source: string): XmlNode => {
  const tree = readDocumentTree(source)
  return tree.namespace === NAMESPACES.xhtml ? tree : readTree(source, readHtml)
}

/** The most characters of all style sheets that are read: documents may name ever other ones of them. */
const MAX_ALL_CSS = 16 * 1024 * 1024
/** Those of devices that show the newer kind of these books. */
const MEDIA = /^(?:all|screen|amzn-kf8)$/

/** Books name the same few sheets in all of their documents. */
const openLooks = () => {
  const known = new Map<readonly string[], LooksOf>()
  let length = 0
  return (styles: readonly string[]): LooksOf => {
    const before = known.get(styles)
    if (before) return before
    if ((length += styles.reduce((sum, css) => sum + css.length, 0)) > MAX_ALL_CSS) tooComplex()
    const looks = readLooks(styles, MEDIA)
    known.set(styles, looks)
    return looks
  }
}

const openPictures = (file: PalmDatabase, { firstPicture }: MobiHeader) => {
  const all = new Map<string, Picture>()
  const known = new Map<number, Picture | undefined>()
  const at = (number: number): Picture | undefined => {
    if (firstPicture !== undefined && !known.has(number))
      known.set(
        number,
        orElse(() => toPicture(file.record(firstPicture + number - 1)), undefined),
      )
    return known.get(number)
  }
  return {
    all,
    at,
    nameOf: (number: number): string | undefined => {
      const picture = at(number)
      if (picture) all.set(String(number), picture)
      return picture && String(number)
    },
  }
}

/** What a book can do without may be damaged. */
const orElse = <Value>(read: () => Value, other: Value): Value => {
  try {
    return read()
  } catch (error) {
    if (error instanceof ManuscriptRejectedError && error.reason === 'damaged_mobi') return other
    throw error
  }
}

/** The contents as the book has them, or by its page of them, or by its headings. That page itself is one that an EPUB has anyway. */
const placeContents = (all: Piece[][], text: MobiText, entries: readonly MobiEntry[]) => {
  const page = text.contentsPage === undefined ? undefined : all.find((part) => holdsId(part, text.contentsPage ?? ''))
  const ofPage = page && readContentsPage(page)
  const levels = new Map(ofPage?.map(({ id, level }) => [id, level]))
  const isFlat = entries.every(({ level }) => level === 1)
  const own = entries.flatMap((entry): ContentsPlace[] => {
    const id = text.idOf(entry)
    const label = entry.label.replace(/\s+/g, ' ').trim()
    if (id === undefined || label === '') return []
    return [{ id, label, level: isFlat ? (levels.get(id) ?? entry.level) : entry.level }]
  })
  const contents = own.length > 0 ? own : (ofPage ?? [])
  const parts = ofPage ? all.filter((part) => part !== page) : all
  if (contents.length === 0) return contentsOfHeadings(parts)
  const byId = new Map(contents.map((entry) => [entry.id, entry]))
  return { contents, parts: parts.map((part) => toContentsHeadings(part, byId)) }
}

const holdsId = (pieces: readonly Piece[], id: string): boolean =>
  pieces.some((piece) => typeof piece !== 'string' && (attributeOf(piece, 'id') === id || holdsId(piece.children, id)))
