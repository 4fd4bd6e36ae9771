import type { Archive } from '#server/formats/epub/open-zip.ts'
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

/**
 * Reads what a zip archive holds that is no EPUB: a Word or OpenDocument file, one FictionBook, or Markdown files in their order. Throws
 * `DamagedEntryError` where one of those is damaged.
 */
export const readArchive = async (archive: Archive): Promise<Manuscript & { extension: '.docx' | '.odt' | '.zip' }> => {
  if (archive.has(CONTENT_TYPES)) return { ...readWord(archive), extension: '.docx' }
  if (isOdf(archive)) return { ...readOdf(archive), extension: '.odt' }
  const books = archive.names.filter((name) => FICTION_BOOK_NAME.test(name) && !isLeftover(name))
  const book = books.length === 1 ? archive.read(books[0] ?? '') : undefined
  if (book) return { ...readFb2(book), extension: '.zip' }
  const paths = archive.names.filter((name) => isMarkdownName(name) && !isLeftover(name))
  const { files, words, findings } = orderFiles(archive, paths)
  if (!files.some(({ path }) => archive.has(path))) throw new ManuscriptRejectedError('no_manuscript')
  const names = archive.names.filter((name) => !isLeftover(name))
  return {
    ...readMarkdown({ files, read: (path) => fileIn(archive, path), names, words, findings }),
    extension: '.zip',
  }
}
