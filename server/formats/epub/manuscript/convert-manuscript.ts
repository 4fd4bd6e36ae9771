import { languageTag } from '#contract/shapes/detail-fields.ts'
import { cleanLine } from '#server/formats/clean-line.ts'
import { DamagedEntryError, openZip } from '#server/formats/epub/open-zip.ts'
import { XmlError } from '#server/formats/epub/read-xml.ts'
import { textOf } from '#server/formats/epub/xml-tree.ts'
import { compareWords, wordsOfDocument } from './compare-words.ts'
import type { CatalogEntry, WordDifference } from '#server/formats/book-format.ts'
import { shownWordsOf } from './content.ts'
import { cleanContent } from './clean-content.ts'
import { findChapterLines, toHeadings } from './chapter-lines.ts'
import { type AddedChapter, type ManuscriptFile, openChapters, packChapters } from './chapters-archive.ts'
import { cutChapters, keepFirstTitle, onlyTitle, oneChapter, openingOf, takeTitle } from './cut-chapters.ts'
import { createManuscriptFindings } from './manuscript-findings.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'
import type { KnownWords, Manuscript, Picture, Piece, Words } from './manuscript.ts'
import { type AddedChapters, type BookToPack, jpegPicture, packEpub, wordsInCatalog } from './pack-epub.ts'
import { readArchive } from './read-archive.ts'
import { isMobi } from './mobi/palm-database.ts'
import { readMobi } from './mobi/read-mobi.ts'
import { readFb2 } from './read-fb2.ts'
import { readFlatOdf } from './read-odf.ts'
import { isMarkdownText, readPlainText } from './read-plain-text.ts'
import { textKindOf, textOfFile } from './text-files.ts'
import { readMarkdown } from './read-markdown.ts'
import { wordsOfMarkdown } from './words-of-markdown.ts'
import { directionOfText, languageOfLetters } from './writing-direction.ts'

export interface ManuscriptTask extends ManuscriptFile {
  words: KnownWords
  /** A chapter that is added at its end. */
  chapter?: AddedChapter | undefined
  /** What the catalog says of the book. */
  entry?: CatalogEntry | undefined
  /** Whether the words of the book are compared with those of the file. */
  compares?: boolean | undefined
}

export interface ConvertedManuscript {
  /** What the names of such manuscripts end with. */
  extension: '.docx' | '.odt' | '.fodt' | '.fb2' | '.mobi' | '.azw3' | '.md' | '.txt' | '.zip'
  epub: Uint8Array
  /** With the chapter that was added to it. */
  manuscript?: Uint8Array
  findings: string[]
  /** Empty where nobody asked for them. */
  differences: WordDifference[]
  /** The paragraphs that look like the titles of chapters, where they are none. */
  chapterLines: string[]
}

type ReadManuscript = Manuscript & Pick<ConvertedManuscript, 'extension'>

const MAX_TITLE = 200
const MAX_DESCRIPTION = 5_000
const UNKNOWN_LANGUAGE = 'und'
const NO_TITLE = 'Untitled'

/**
 * Makes an EPUB of a manuscript: a Word or OpenDocument file, a text or Markdown file, a zip archive of Markdown files, a
 * FictionBook, or one of these with the chapters that were added to it. The same manuscript gives the same bytes. Throws `ManuscriptRejectedError`, or
 * `EpubRejectedError` for a hostile archive.
 */
export const convertManuscript = (task: ManuscriptTask): Promise<ConvertedManuscript> =>
  convert(task).catch((error: unknown) => {
    if (error instanceof DamagedEntryError) throw new ManuscriptRejectedError('damaged_file')
    throw error instanceof XmlError || error instanceof RangeError ? new ManuscriptRejectedError('too_complex') : error
  })

const convert = async ({
  words,
  chapter,
  entry,
  compares = false,
  ...file
}: ManuscriptTask): Promise<ConvertedManuscript> => {
  const archive = isOneFile(file) ? undefined : await openZip(file.bytes)
  const opened = archive ? openChapters(archive, file) : { first: file, added: [] }
  const { added } = opened
  const first = { ...opened.first, chaptersByLooks: opened.first.chaptersByLooks || words.chaptersByLooks }
  const all = chapter ? [...added, chapter] : added
  const book = await convertBook(first, words)
  const written = compares ? await writtenWords(first, book.written) : undefined
  const ofBook = book.packed.words.title
  const chapters: ConvertedChapter[] = []
  for (const [at, one] of all.entries())
    chapters.push(await convertChapter(one, { at, number: book.packed.chapters.length + at + 1, ofBook }))
  return {
    epub: packEpub(
      entry ? withEntry(book.packed, entry) : book.packed,
      chapters.length > 0 ? joinChapters(chapters) : undefined,
    ),
    // What was chosen for a manuscript is stored with it.
    extension: all.length > 0 || first.chaptersByLooks ? '.zip' : book.extension,
    ...((chapter || first.chaptersByLooks) && { manuscript: packChapters({ first, added: all }) }),
    chapterLines: book.chapterLines,
    findings: [...book.findings, ...chapters.flatMap(({ findings }) => findings)],
    differences: written === undefined ? [] : compareWords(written, book.shown()),
  }
}

/** The catalog's words in place of those of the manuscript, which may tell of what its author does not want to say. */
const withEntry = (book: BookToPack, { catalogued, cover }: CatalogEntry): BookToPack => ({
  ...book,
  ...wordsInCatalog(book.words, catalogued),
  cover: cover ? jpegPicture(cover) : book.cover,
})

const convertBook = async (file: ManuscriptFile, known: KnownWords) => {
  const manuscript = keepFirstTitle(await read(file), known.title ?? '')
  const findings = createManuscriptFindings()
  const cleaned = cleanContent(manuscript, findings)
  const { notes } = cleaned
  const lines = manuscript.contents ? new Set<Piece>() : findChapterLines(cleaned.parts)
  const parts = file.chaptersByLooks ? toHeadings(cleaned.parts, lines) : cleaned.parts
  const chapterLines = file.chaptersByLooks ? [] : [...lines].map((line) => cleanLine(toText(line), MAX_TITLE))
  if (chapterLines.length > 0) findings.say(sayLines(chapterLines))
  const pictures = namePictures(manuscript.pictures, [...parts, ...notes.values()])
  const titled = takeTitle(
    { parts: parts.map(pictures.rename), notes },
    [known.title ?? '', manuscript.words.title].map((title) => title.trim()).find((title) => title !== '') ?? '',
  )
  const text = textOfAll([...titled.parts, ...notes.values()])
  const title = titled.title || onlyTitle({ parts: titled.parts, notes })
  const words = wordsOf(manuscript.words, { fileName: file.fileName, words: known, title, text })
  const chapters = cutChapters(
    {
      parts: titled.parts,
      notes: renameAll(notes, pictures.rename),
      noteMarks: manuscript.noteMarks,
      contents: manuscript.contents,
    },
    () => words.title,
  )
  if (text.trim() === '' && pictures.used.size === 0) throw new ManuscriptRejectedError('no_text')
  const direction = words.direction ?? directionOfText(text)
  return {
    packed: {
      words,
      chapters,
      direction,
      pictures: pictures.used,
      isDescribed: pictures.areDescribed,
      cover: manuscript.cover,
    },
    extension: manuscript.extension,
    chapterLines,
    findings: [...manuscript.findings, ...findings.list()],
    written: manuscript.written,
    /** The words of its text, then those of its notes, without numbers that the book counts, and without formulas. */
    shown: () => {
      // Markdown writes descriptions among its words.
      const descriptions = manuscript.written === undefined ? 'without' : 'with'
      const all = [...parts.flat(), ...[...notes.values()].flat()]
      return all.map((piece) => shownWordsOf(piece, notes, descriptions)).join(' ')
    },
  }
}

/** The words of the file; undefined for plain text, of which each is in the book, and for books. */
const writtenWords = async (file: ManuscriptFile, markdown: string | undefined) => {
  if (markdown !== undefined) return wordsOfMarkdown(markdown)
  return isOneFile(file) ? undefined : wordsOfDocument(await openZip(file.bytes))
}

const LINES_NAMED = 3

const sayLines = (lines: string[]): string => {
  const lineCount = lines.length
  const named = lines.slice(0, LINES_NAMED).map((line) => `“${line}”`)
  return lineCount > LINES_NAMED
    ? `${lineCount} lines look like the titles of chapters (${named.join(', ')} and others), but are not headings: the book has no contents. Give them the style Heading 1.`
    : `${lineCount} lines look like the titles of chapters (${named.join(', ')}), but are not headings: the book has no contents. Give them the style Heading 1.`
}

type ConvertedChapter = Awaited<ReturnType<typeof convertChapter>>

/** A chapter by itself: what it links to and what it numbers is its own. `number` is that of its file, `ofBook` the book's title. */
const convertChapter = async (
  { title, ...file }: AddedChapter,
  { at, number, ofBook }: { at: number; number: number; ofBook: string },
): Promise<AddedChapters & { findings: string[] }> => {
  const manuscript = await read(file)
  const findings = createManuscriptFindings()
  const { parts, notes } = cleanContent(manuscript, findings)
  const pictures = namePictures(manuscript.pictures, [...parts, ...notes.values()], `chapter${at + 1}-`)
  if (textOfAll(parts).trim() === '' && pictures.used.size === 0) throw new ManuscriptRejectedError('no_text')
  const content = {
    parts: [openingOf(manuscript, { title, ofBook }), ...parts.map(pictures.rename)],
    notes: renameAll(notes, pictures.rename),
    noteMarks: manuscript.noteMarks,
  }
  return {
    chapters: oneChapter(content, cleanLine(title, MAX_TITLE) || NO_TITLE, number),
    pictures: pictures.used,
    isDescribed: pictures.areDescribed,
    modified: toModified(manuscript.words.modified),
    findings: [...manuscript.findings, ...findings.list()],
  }
}

const joinChapters = (all: ConvertedChapter[]): AddedChapters => ({
  chapters: all.flatMap(({ chapters }) => chapters),
  pictures: new Map(all.flatMap(({ pictures }) => [...pictures])),
  isDescribed: all.every(({ isDescribed }) => isDescribed),
  modified:
    all
      .map(({ modified }) => modified)
      .toSorted()
      .at(-1) ?? '',
})

const read = async ({ bytes, fileName }: ManuscriptFile): Promise<ReadManuscript> => {
  if (isMobi(bytes)) return readMobi(bytes)
  const kind = textKindOf(fileName, bytes)
  if (kind === undefined) return readArchive(await openZip(bytes))
  if (kind === 'fictionbook') return { ...readFb2(bytes), extension: '.fb2' }
  const source = textOfFile(bytes)
  if (kind === 'flat-odf') return { ...readFlatOdf(Buffer.from(source)), extension: '.fodt' }
  if (kind === 'plain' && !isMarkdownText(source)) return { ...readPlainText(source), extension: '.txt' }
  const files = [{ path: fileName, bytes: Buffer.from(source) }]
  return { ...readMarkdown({ files, read: () => undefined, names: [] }), extension: kind === 'plain' ? '.txt' : '.md' }
}

const isOneFile = ({ bytes, fileName }: ManuscriptFile): boolean =>
  isMobi(bytes) || textKindOf(fileName, bytes) !== undefined

const toText = (piece: Piece): string => (typeof piece === 'string' ? piece : textOf(piece))

const textOfAll = (pieces: Piece[][]): string => pieces.flat().map(toText).join(' ')

const renameAll = (notes: ReadonlyMap<string, Piece[]>, rename: (pieces: Piece[]) => Piece[]) =>
  new Map([...notes].map(([id, note]) => [id, rename(note)]))

interface Sources {
  fileName: string
  words: KnownWords
  /** The heading that is the title. */
  title: string
  text: string
}

/** What the form says comes first: under a pen name nothing else may be in the book. Then what the manuscript says. */
const wordsOf = (own: Words, { fileName, words, title, text }: Sources): Words => {
  const stem = fileName.replace(/\.[^.]{1,10}$/, '').replaceAll('_', ' ')
  const line = (value: string) => cleanLine(value, MAX_TITLE)
  const firstOf = (...values: (string | undefined)[]) =>
    values.map((value) => line(value ?? '')).find((value) => value !== '')
  const authors = own.authors.map(line).filter((author) => author !== '')
  const known = line(words.author ?? '')
  const language = [words.language ?? '', own.language, languageOfLetters(text)].map(toLanguageTag).find(Boolean)
  return {
    ...own,
    title: firstOf(words.title, own.title, title, stem) ?? NO_TITLE,
    subtitle: line(own.subtitle),
    date: line(own.date),
    authors: known === '' || known === authors.join(', ') ? authors : [known],
    language: language ?? UNKNOWN_LANGUAGE,
    description: [
      ...(words.description || own.description)
        .toWellFormed()
        .replace(/[^\P{Cc}\n]/gu, ' ')
        .trim(),
    ]
      .slice(0, MAX_DESCRIPTION)
      .join(''),
    modified: toModified(own.modified),
  }
}

const toModified = (time: string): string => (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time) ? time : '')

const toLanguageTag = (tag: string): string | undefined => languageTag(tag.trim().replaceAll('_', '-'))

/** Gives the pictures that the text shows names of their own, in the order of the text. */
const namePictures = (pictures: ReadonlyMap<string, Picture>, all: Piece[][], prefix = '') => {
  const names = new Map<string, string>()
  const used = new Map<string, Picture>()
  let areDescribed = true
  const see = (piece: Piece): void => {
    if (typeof piece === 'string') return
    if (piece.name === 'img') {
      const of = (name: string) => piece.attributes.find((one) => one.name === name)?.value ?? ''
      if (of('alt') === '') areDescribed = false
      const picture = pictures.get(of('src'))
      if (picture && !names.has(of('src'))) {
        const name = `${prefix}picture${names.size + 1}.${picture.extension}`
        names.set(of('src'), name)
        used.set(name, picture)
      }
    }
    piece.children.forEach(see)
  }
  all.flat().forEach(see)
  const rename = (pieces: Piece[]) => pieces.map((piece) => renameImages(piece, names))
  return { used, areDescribed, rename }
}

const renameImages = (piece: Piece, names: ReadonlyMap<string, string>): Piece => {
  if (typeof piece === 'string') return piece
  const attributes =
    piece.name === 'img'
      ? piece.attributes.map((one) => (one.name === 'src' ? { ...one, value: names.get(one.value) ?? '' } : one))
      : piece.attributes
  return { ...piece, attributes, children: piece.children.map((child) => renameImages(child, names)) }
}
