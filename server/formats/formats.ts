import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { BookFormat, FlowReader, InspectOptions, PageReader } from './book-format.ts'
import { EPUB } from './epub/epub-format.ts'
import { PDF } from './pdf/pdf-format.ts'
import { type StoredBook, storedBook } from './stored-book.ts'

/** The formats of books. A file that none recognizes is refused by the first one, which says why. */
export const FORMATS: readonly [BookFormat, ...BookFormat[]] = [PDF, EPUB]

const HEAD_BYTES = 1024

/** The format of a stored book, by the key of its file. */
export const formatOf = (key: string): BookFormat => {
  const format = FORMATS.find(({ folder }) => key.startsWith(`${folder}/`))
  if (!format) throw new Error(`${key} is not in the folder of a format`)
  return format
}

/** The key of the edition that is stored beside a book's file, in a format that has one. */
export const editionKeyOf = (key: string): string | undefined => {
  const { extension, editionExtension } = formatOf(key)
  return editionExtension && key.slice(0, -extension.length) + editionExtension
}

/** What the name of a file ends with that was made of a manuscript, before its extension, and that of the manuscript. */
const MADE = '-made'
const MANUSCRIPT = '.manuscript'
const PAGE_EPUB = '-pages.epub'

/** The key of the manuscript that a book's file was made of, if it was. */
export const manuscriptKeyOf = (key: string): string | undefined => {
  const stem = key.slice(0, -formatOf(key).extension.length)
  return stem.endsWith(MADE) ? stem.slice(0, -MADE.length) + MANUSCRIPT : undefined
}

/** The keys of what is stored of a book, the file that names it first. */
export const fileKeysOf = (key: string): string[] => [key, editionKeyOf(key) ?? [], manuscriptKeyOf(key) ?? []].flat()

/** The key of the book's file that a stored file belongs to: itself, or that beside an edition or a manuscript. */
export const bookKeyOf = (key: string): string => {
  const { extension, editionExtension } = formatOf(key)
  if (key.endsWith(MANUSCRIPT)) return key.slice(0, -MANUSCRIPT.length) + MADE + extension
  return editionExtension && key.endsWith(editionExtension) ? key.slice(0, -editionExtension.length) + extension : key
}

/** For a file in a format, which may be made of a manuscript. */
export const newFileKey = ({ folder, extension }: BookFormat, { isMade = false } = {}): string =>
  `${folder}/${randomUUID()}${isMade ? MADE : ''}${extension}`

/** For an EPUB that is made of the text view of a PDF, stored where PDFs are. */
export const newPageEpubKey = (): string => `${PDF.folder}/${randomUUID()}${PAGE_EPUB}`

const PAPER = '-paper.pdf'

/** For a PDF for paper that is made of an EPUB, stored where PDFs are. */
export const newPaperKey = (): string => `${PDF.folder}/${randomUUID()}${PAPER}`

/** How such a PDF is sent. */
export const PAPER_FORMAT: Pick<BookFormat, 'extension' | 'contentType' | 'policy'> = PDF

/** Makes KEPUBs for Kobo of stored EPUBs. To be closed. */
export const { openKepubMaker } = EPUB

/** How a KEPUB is sent. A Kobo opens a file of this name in its better reader. */
export const KEPUB_FORMAT: Pick<BookFormat, 'extension' | 'contentType' | 'policy'> = {
  extension: '.kepub.epub',
  contentType: 'application/kepub+zip',
  policy: EPUB.policy,
}

/** Makes these PDFs. To be closed. */
export const { openTypesetter } = EPUB

/** Makes these EPUBs. To be closed. */
export const { openPagesPacker } = EPUB

/** How such an EPUB is sent. */
export const PAGE_EPUB_FORMAT: Pick<BookFormat, 'extension' | 'contentType' | 'policy'> = EPUB

/** Its name and type are what its sender says: the content decides, but for text. */
export const formatOfUpload = async (file: string, fileName = ''): Promise<BookFormat> => {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return FORMATS.find(({ recognizes }) => recognizes(buffer.subarray(0, bytesRead), fileName)) ?? FORMATS[0]
}

/** What a book is read from, by the key of its file. */
export const openStored = (storage: Pick<Storage, 'read'>, key: string): StoredBook =>
  storedBook(storage, editionKeyOf(key) ?? key)

/** Opens a part of each format. */
const openForAll = <Part extends { close: () => void }>(openPart: (format: BookFormat) => Part) => {
  const parts = new Map(FORMATS.map((format) => [format, openPart(format)]))
  return {
    of: (format: BookFormat): Part => {
      const part = parts.get(format)
      if (!part) throw new Error(`${format.folder} is no format`)
      return part
    },
    close: () => parts.forEach((part) => part.close()),
  }
}

/** The readers of stored books for jobs. Their processes start with a task and exit when idle. */
const pageReaders = openForAll((format) => format.openPageReader())
const flowReaders = openForAll((format) => format.openFlowReader())

export const pageReaderOf = (key: string): PageReader => pageReaders.of(formatOf(key))
export const flowReaderOf = (key: string): FlowReader => flowReaders.of(formatOf(key))

/** Inspects uploads and copies pages of books in any format. */
export const openBookInspector = () => {
  const inspectors = openForAll((format) => format.openInspector())
  return {
    inspect: async (file: string, options: InspectOptions) => {
      const format = await formatOfUpload(file, options.fileName)
      return { ...(await inspectors.of(format).inspect(file, options)), format }
    },
    /** Copies a page of the book that is stored under this key. */
    copyPage: (storage: Pick<Storage, 'read'>, key: string, page: number) =>
      inspectors.of(formatOf(key)).copyPage(openStored(storage, key), page),
    close: inspectors.close,
  }
}

export type BookInspector = ReturnType<typeof openBookInspector>
export type InspectFile = BookInspector['inspect']
export type CopyPage = BookInspector['copyPage']
