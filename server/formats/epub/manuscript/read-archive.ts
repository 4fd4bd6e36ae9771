import { type Archive, openZip } from '#server/formats/epub/open-zip.ts'
import { isLeftover } from '#server/formats/leftover.ts'
import { orderFiles } from './archive-order.ts'
import { fileIn } from './file-in-archive.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'
import { FICTION_BOOK_NAME } from './text-files.ts'
import { isMarkdownName } from './markdown-name.ts'
import type { Manuscript } from './manuscript.ts'
import { readFb2 } from './read-fb2.ts'
import { readMarkdown } from './read-markdown.ts'
import { isOdf, readOdf } from './read-odf.ts'
import { CONTENT_TYPES, readWord } from './read-word.ts'

const PACKED = /\.(?:zip|docx|odt)$/i
const DOCUMENT = /\.(?:docx|odt)$/i
const EMPTY = Buffer.alloc(0)

/**
 * Reads what a zip archive holds that is no EPUB: a Word or OpenDocument file, one FictionBook, Markdown files in their order, or an
 * archive that holds one of these. Throws `DamagedEntryError` where one of those is damaged.
 */
export const readArchive = async (
  archive: Archive,
  isInner = false,
): Promise<Manuscript & { extension: '.docx' | '.odt' | '.zip' }> => {
  if (archive.has(CONTENT_TYPES)) return { ...readWord(archive), extension: '.docx' }
  if (isOdf(archive)) return { ...readOdf(archive), extension: '.odt' }
  const books = archive.names.filter((name) => FICTION_BOOK_NAME.test(name) && !isLeftover(name))
  const book = books.length === 1 ? archive.read(books[0] ?? '') : undefined
  if (book) return { ...readFb2(book), extension: '.zip' }
  const paths = archive.names.filter((name) => isMarkdownName(name) && !isLeftover(name))
  const [only, ...others] = archive.names.filter((name) => !isLeftover(name))
  // Notion exports an archive in an archive, and many pack a Word file.
  if (only !== undefined && others.length === 0 && !isInner && PACKED.test(only))
    return { ...(await readArchive(await openZip(archive.read(only) ?? EMPTY), true)), extension: '.zip' }
  const { files, words, findings } = orderFiles(archive, paths)
  const names = archive.names.filter((name) => !isLeftover(name))
  if (!files.some(({ path }) => archive.has(path))) {
    const documents = names.filter((name) => DOCUMENT.test(name))
    throw new ManuscriptRejectedError(documents.length > 1 ? 'several_documents' : 'no_manuscript')
  }
  return {
    ...readMarkdown({ files, read: (path) => fileIn(archive, path), names, words, findings }),
    extension: '.zip',
  }
}
