import type { BookAccessibility } from '#contract/shapes/book-accessibility.ts'
import type { BookFormatName } from '#contract/values/books.ts'
import type { PAPER_NOTICES, PaperSize } from '#contract/values/paper.ts'
import type { Licence } from '#contract/shapes/detail-fields.ts'
import type { FileAdvice } from '#contract/shapes/file-advice.ts'
import type { PackedLine } from '#contract/shapes/page-reading.ts'
import type { Place } from '#contract/shapes/place.ts'
import type { ProblemName } from '#contract/api/problems.ts'
import type { ContentsEntry, TextBlock } from '#contract/text-view.ts'
import type { StoredBook } from './stored-book.ts'

/** What the library needs to know of a format of books, such as PDF. The files are parsed in sandboxed processes alone. */
export interface BookFormat {
  name: BookFormatName
  /** Where its files are stored: the first part of their keys. */
  folder: string
  /** What the names of its files end with, like '.pdf'. */
  extension: string
  /** What the name of a file ends with that is stored beside it for readers, if there is one: its edition. */
  editionExtension?: string
  contentType: string
  /** The content security policy that its files are served under. */
  policy: string
  /** Whether a browser shows the file itself. */
  isShownInline: boolean
  /** Whether an inspection can draw the first page. */
  drawsFirstPage: boolean
  /** What an upload of it may have, and the problem that a larger one is. */
  maxMegabytes: (site: { maxEpubMegabytes: number }) => number
  tooLarge: ProblemName
  /** Whether a file that begins with these bytes is to be opened as one; where they can't tell, by its name. */
  recognizes: (head: Buffer, fileName: string) => boolean
  openInspector: () => Inspector
  openPageReader: () => PageReader
  openFlowReader: () => FlowReader
  /** In a format in which a file can be made of the text view of another. */
  openPagesPacker?: () => PagesPacker
  /** In a format whose books can be set for paper. */
  openTypesetter?: () => Typesetter
  /** In a format whose files Kobo's better reader can have in a form of its own. */
  openKepubMaker?: () => KepubMaker
  /** Where the chapters of a stored book begin, in a format whose pages are ours. */
  readChapterStarts?: (book: StoredBook) => Promise<ChapterStart[]>
  /** In a format whose files are documents of elements. Throws `FileRejectedError`. */
  elementPlaces?: ElementPlaces
}

/** Converts between places in a stored book and the paths of elements by which KOReader knows them. */
export interface ElementPlaces {
  /** Undefined where the book has no such place. */
  pathOf: (book: StoredBook, place: Place) => Promise<string | undefined>
  /** Undefined for a path that leads to no element of a chapter. */
  placeOf: (book: StoredBook, path: string) => Promise<Place | undefined>
}

/** A chapter's number in the order of the file's parts, from 1, and its first page. */
export interface ChapterStart {
  spine: number
  page: number
}

interface FileWords {
  authors: string[]
  subtitle: string | null
  isbn: string | null
  series: { name: string; position: string | null } | null
  subjects: string[]
  /** A year, a month or a day, as YYYY, YYYY-MM or YYYY-MM-DD. */
  published: string | null
}

/** What a file says of itself, and what is made from it. */
export interface FileFacts {
  pageCount: number
  title: string
  author: string
  /** A language tag. */
  language: string | null
  description: string
  /** What else it says of its book, in a format that says more. Nothing of it is cut or checked. */
  more?: FileWords
  /** The picture of its cover, as its pages show it. */
  cover?: Buffer | undefined
  firstPage?: { png: Buffer }
  accessibility: BookAccessibility
  /**
   * The file that was made of it, where it is a manuscript, what the names of such manuscripts end with, and the manuscript
   * with the chapter that was added to it.
   */
  made?: { path: string; extension: string; manuscript?: string | undefined }
  /** What was left out of it, in a sentence each. */
  findings: string[]
  /** The lines of a manuscript without headings that look like the titles of chapters. */
  chapterLines?: string[]
  /** What its author can improve; empty where nobody asked for it. */
  advice: FileAdvice[]
  /** The contents of a book that is made of a manuscript, and where its words are others; where somebody asked for advice. */
  preview?: ManuscriptPreview
}

export interface ManuscriptPreview {
  contents: { level: number; label: string }[]
  differences: WordDifference[]
}

/** Words of a manuscript, those in their place in the book, either of which may be empty, and some words before them. */
export interface WordDifference {
  before: string
  file: string
  book: string
}

/** A chapter that is added to a manuscript. */
export interface ChapterFile {
  path: string
  /** As its author calls it. */
  fileName: string
  title: string
}

export interface InspectOptions {
  /** Also draws the first page. */
  firstPage: boolean
  /** Also looks for what its author can improve. */
  advice?: boolean
  /**
   * Where the edition is written, in a format that has one, and what is made of a manuscript, at the same place with the
   * extension of its format. Nothing is there if the file is rejected.
   */
  edition: string
  /** As its author calls it. */
  fileName?: string
  /** What the form says of the book, in place of what a manuscript says. */
  words?: {
    title?: string | undefined
    author?: string | undefined
    language?: string | undefined
    description?: string | undefined
    /** Lines of a manuscript that look like the titles of chapters are such. */
    chaptersByLooks?: boolean | undefined
  }
  /** What is added at the end of a manuscript. */
  chapter?: ChapterFile | undefined
  /** Asked for what is put into a file that is made of a manuscript, and for no other. */
  catalogue?: (() => Promise<CatalogEntry>) | undefined
  /** Whose file it is: of one caller one file is opened at a time, so that slow files do not block others' files. */
  caller?: string | null
}

/** A page as it is kept when it is reported: drawn as WebP, or the text of a page that has no looks of its own. */
export type PageCopy = { picture: Buffer } | { text: string }

/** Opens what somebody waits for. */
export interface Inspector {
  /** Checks an uploaded file. Throws `FileRejectedError`, or `InspectorBusyError` when too many files are waiting. */
  inspect: (file: string, options: InspectOptions) => Promise<FileFacts>
  /** Copies a page of a published book; the last one if it has fewer. Undefined where that is not possible now. */
  copyPage: (book: StoredBook, page: number) => Promise<PageCopy | undefined>
  close: () => void
}

/** The most characters of a page that a search finds; what follows them is not read. */
export const PAGE_CHARACTERS = 20_000
/** What is read at once is bounded, so that the server stores it in short statements. */
export const CHARACTERS_AT_ONCE = 200_000

/** The texts of some pages, from the one that was asked for, and whether they are the last ones. */
export interface PageTexts {
  texts: string[]
  /** For each of these pages its words with their places, in a format whose pages are fixed. */
  readings?: PackedLine[][]
  /** With the first pages: entries of the contents that the reader does not find by itself. */
  contents?: ContentsEntry[]
  isEnd: boolean
}

/** Reads what is found by a search inside. `read` throws `FileRejectedError` for a file that can't be read. */
export interface PageReader {
  /** Some pages from this one, counted from 0: as many as are read in a moment, but at least one. */
  read: (book: StoredBook, from: number) => Promise<PageTexts>
  /** What is known of its accessibility, in a format that was published before that was looked at. Throws as `read` does. */
  readAccessibility?: (book: StoredBook) => Promise<BookAccessibility>
  close: () => void
}

/** A book as headings and paragraphs, of which there are none if its text is no pleasure to read. */
export interface FlowingText {
  blocks: TextBlock[]
  /** How well the text can be read, in shares of 1 by their names. */
  measure: object
}

/** Reads what a text view shows. `read` throws `FileRejectedError` for a file that can't be read. */
export interface FlowReader {
  read: (book: StoredBook, stopping: AbortSignal) => Promise<FlowingText>
  close: () => void
}

/** The text view of a book, and what is said of it. */
export interface PagesToPack {
  blocks: readonly TextBlock[]
  /** The number of pages of its file. */
  pageCount: number
  words: { title: string; subtitle: string; author: string; description: string; language: string | null }
  /** What its catalog says of it beside that. */
  catalogued?: CataloguedWords
  /** As JPEG. */
  cover?: Uint8Array | undefined
}

/** What the catalog says of a book beside what its form says. */
export interface CatalogEntry {
  catalogued: CataloguedWords
  /** As JPEG; undefined for the one that the file itself has. */
  cover: Uint8Array | undefined
}

export interface CataloguedWords {
  id: string
  coAuthors: string[]
  series: { name: string; position: string } | undefined
  publisher: string
  isbn: string
  subjects: string[]
  /** A year. */
  published: string
  /** An address or a sentence. */
  licence: string
  /** When readers last got a new version, as an ISO time. */
  modified: string
}

/** Where a page begins in a file that was made of the text view of another. */
export interface PageMark {
  /** The part of the file, from 1. */
  part: number
  /** How many elements of its section are before it, by their names; those of which none is are left out. */
  before: Record<string, number>
  /** The name of the element that it begins with. */
  name: string
}

export interface PackedPages {
  file: Uint8Array
  /** One for each page. */
  marks: PageMark[]
}

/** Makes files of text views; the same text and words give the same bytes. `pack` throws `FileRejectedError`. */
export interface PagesPacker {
  pack: (pages: PagesToPack) => Promise<PackedPages>
  close: () => void
}

/** How a book is set for paper, and what is said of it on its first pages. */
export interface BookToTypeset {
  /** What it is read from. */
  edition: Uint8Array
  options: { size: PaperSize; opensRight: boolean; cropMarks: boolean; bleed: boolean }
  words: {
    title: string
    subtitle: string
    author: string
    language: string | null
    year: number | null
    licence: Licence | null
    isbn: string | null
  }
}

export interface TypesetBook {
  pdf: Uint8Array
  pageCount: number
  notices: (typeof PAPER_NOTICES)[number][]
}

/** Sets books for paper; the same book, words and options give the same bytes. `typeset` throws `FileRejectedError`. */
export interface Typesetter {
  typeset: (createTask: () => Promise<BookToTypeset>) => Promise<TypesetBook>
  close: () => void
  pid: () => number | undefined
}

/** Makes KEPUBs for Kobo of EPUBs; the same EPUB gives the same bytes. `make` throws `FileRejectedError`. */
export interface KepubMaker {
  make: (readEpub: () => Promise<Uint8Array>) => Promise<Uint8Array>
  close: () => void
}

/** The message says why a file is refused, and what its author can do. */
export class FileRejectedError extends Error {
  override name = 'FileRejected'
  readonly reason: string
  /** It is a file of no format of books. */
  readonly isOtherFile: boolean

  constructor(reason: string, message: string, isOtherFile: boolean) {
    super(message)
    this.reason = reason
    this.isOtherFile = isOtherFile
  }
}

/** Why a stored file can't be read, now or later: it is refused or missing. Undefined of a failure that may pass. */
export const unreadableReason = (error: unknown): string | undefined => {
  if (error instanceof FileRejectedError) return error.reason
  const { code, syscall } = error as NodeJS.ErrnoException
  // The database's socket is a file too.
  return code === 'ENOENT' && syscall !== 'connect' ? 'missing' : undefined
}

export class InspectorBusyError extends Error {
  override name = 'InspectorBusy'
}
