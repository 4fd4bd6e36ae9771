import type { Archive } from '#server/formats/epub/open-zip.ts'
import { isLeftover } from '#server/formats/leftover.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'
import { isMarkdownName } from './markdown-name.ts'
import type { Manuscript } from './manuscript.ts'
import { readMarkdown } from './read-markdown.ts'
import { isOdf, readOdf } from './read-odf.ts'
import { CONTENT_TYPES, readWord } from './read-word.ts'

/**
 * Reads what a zip archive holds that is no EPUB: a Word or OpenDocument file, or Markdown files in the order of their names. Throws
 * `DamagedEntryError` where one of those is damaged.
 */
export const readArchive = async (archive: Archive): Promise<Manuscript & { extension: '.docx' | '.odt' | '.zip' }> => {
  if (archive.has(CONTENT_TYPES)) return { ...readWord(archive), extension: '.docx' }
  if (isOdf(archive)) return { ...readOdf(archive), extension: '.odt' }
  const paths = archive.names.filter((name) => isMarkdownName(name) && !isLeftover(name))
  if (paths.length === 0) throw new ManuscriptRejectedError('no_manuscript')
  const inOrder = paths.toSorted(new Intl.Collator('en', { numeric: true }).compare)
  const files = inOrder.map((path) => ({ path, bytes: archive.read(path) ?? Buffer.alloc(0) }))
  const readPicture = (path: string) => {
    try {
      return archive.read(path)
    } catch {
      return undefined
    }
  }
  return { ...readMarkdown({ files, read: readPicture }), extension: '.zip' }
}
