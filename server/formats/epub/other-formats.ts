import type { Archive } from './open-zip.ts'
import type { EpubReason } from './epub-error.ts'

const PALM_TYPE_AT = 60

/** What a file is that is no zip archive, from its first bytes. */
export const reasonOfBytes = (bytes: Buffer): EpubReason => {
  if (bytes.length === 0) return 'empty'
  const palmType = bytes.toString('latin1', PALM_TYPE_AT, PALM_TYPE_AT + 8)
  const head = bytes.toString('latin1', 0, 1024)
  if (palmType === 'BOOKMOBI' || palmType === 'TEXtREAd' || /^(?:TPZ|CONT|\xeaDRMION)/.test(head)) return 'mobi'
  if (head.startsWith('%PDF-')) return 'pdf'
  if (/<FictionBook[\s>]/.test(head)) return 'fictionbook'
  if (/^\s*<!doctype html[\s>]/i.test(head)) return 'html'
  if (/^(?:\{\\rtf|\xd0\xcf\x11\xe0)/.test(head)) return 'office'
  return 'not_zip'
}

/** What a zip archive is that is no EPUB, from the names in it. */
export const reasonOfNames = ({ names, has, read }: Archive): EpubReason => {
  if (has('[Content_Types].xml')) return 'document'
  if (has('mimetype') && read('mimetype')?.includes('opendocument')) return 'open_document'
  if (names.some((name) => /\.fb2$/i.test(name))) return 'fictionbook'
  const isImage = (name: string) => /\.(?:jpe?g|png|gif|webp|avif|bmp|tiff?)$/i.test(name)
  const rest = names.filter((name) => !isImage(name) && !/(?:^|\/)(?:ComicInfo\.xml|Thumbs\.db)$/i.test(name))
  return names.some(isImage) && rest.length === 0 ? 'comic' : 'other_zip'
}

const PROTECTIONS = ['META-INF/rights.xml', 'META-INF/license.lcpl', 'META-INF/sinf.xml']

/** The files in which Adobe's, Readium's and Apple's protection keep their keys. */
export const hasProtection = ({ has }: Archive): boolean => PROTECTIONS.some(has)
