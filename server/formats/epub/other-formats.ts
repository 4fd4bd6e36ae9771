import type { Archive } from './open-zip.ts'
import type { EpubReason } from './epub-error.ts'
import { isMarkdownName } from './manuscript/markdown-name.ts'

const PALM_TYPE_AT = 60

/** What a file is that is no zip archive, from its first bytes. */
export const reasonOfBytes = (bytes: Buffer): EpubReason => {
  if (bytes.length === 0) return 'empty'
  const palmType = bytes.toString('latin1', PALM_TYPE_AT, PALM_TYPE_AT + 8)
  const head = bytes.toString('latin1', 0, 1024)
  if (palmType === 'TEXtREAd' || /^(?:TPZ|CONT)/.test(head)) return 'kindle'
  if (head.startsWith('\xeaDRMION')) return 'drm'
  if (head.startsWith('%PDF-')) return 'pdf'
  if (/<w:wordDocument[\s>]|<\?mso-application|<pkg:package[\s>]|<(?:!DOCTYPE )?abiword[\s>]/.test(head))
    return 'office'
  if (/^\s*<!doctype html[\s>]/i.test(head)) return 'html'
  if (/^(?:\{\\rtf|\xd0\xcf\x11\xe0|\xffWPC)/.test(head)) return 'office'
  if (/^(?:AT&TFORM|%!PS|\xc5\xd0\xd3\xc6)/.test(head)) return 'print'
  if (/^(?:ITOLITLS|\xb0\x0c\xb0\x0c|L\0R\0F\0|SNBP000B|Rar!|7z\xbc\xaf)/.test(head)) return 'other_book'
  return 'not_zip'
}

/** What a file is by its name alone, where its bytes say nothing. */
export const reasonOfName = (fileName: string): EpubReason | undefined =>
  OF_NAMES.find(([names]) => names.test(fileName))?.[1]

const OF_NAMES: readonly [RegExp, EpubReason][] = [
  [
    /\.(?:tex|ltx|latex|rst|adoc|asciidoc|org|rmd|qmd|typ|textile|wiki|mediawiki|fountain|scriv|scrivx)$/i,
    'text_source',
  ],
  [/\.(?:html?|xhtml|xht|mht|mhtml)$/i, 'html'],
  [/\.(?:rtf|docx?|docm|dotx?|odt|ott|odm|sxw|wpd|wps|abw|hwpx?)$/i, 'named_document'],
  [/\.(?:mobi|azw3?|kfx|prc|pdb|lit|lrf|rb|snb|cbr|cb7)$/i, 'other_book'],
]

/** The media types of the first OpenOffice and StarOffice, and of Hangul. */
const OTHER_OFFICE = /^application\/(?:vnd\.sun\.xml\.|hwp\+zip)/

/** What a zip archive is that is no EPUB, from the names in it. */
export const reasonOfNames = ({ names, has, read }: Archive): EpubReason => {
  if (has('[Content_Types].xml')) return has('FixedDocSeq.fdseq') ? 'print' : 'document'
  const type = (has('mimetype') && read('mimetype')?.toString('latin1', 0, 100)) || ''
  if (type.includes('opendocument')) return 'open_document'
  if (OTHER_OFFICE.test(type)) return 'office'
  if (names.some((name) => /^Index\/Document\.iwa$|^Index\.zip$|^index\.xml\.gz$/i.test(name))) return 'pages'
  if (names.some((name) => /\.fb2$/i.test(name))) return 'fictionbook'
  const isImage = (name: string) => /\.(?:jpe?g|png|gif|webp|avif|bmp|tiff?)$/i.test(name)
  const rest = names.filter((name) => !isImage(name) && !/(?:^|\/)(?:ComicInfo\.xml|Thumbs\.db)$/i.test(name))
  if (names.some(isImage) && rest.length === 0) return 'comic'
  // Projects of Scrivener and novelWriter; with Markdown, an archive is a manuscript.
  if (names.some((name) => /\.(?:scrivx|nwx)$/i.test(name)) && !names.some(isMarkdownName)) return 'text_source'
  if (names.some((name) => /\.rtfd\/TXT\.rtf$/i.test(name))) return 'office'
  if (has('metadata.opf') && names.some((name) => /^index\.(?:html?|txt)$/.test(name))) return 'calibre_zip'
  return 'other_zip'
}

const PROTECTIONS = ['META-INF/rights.xml', 'META-INF/license.lcpl', 'META-INF/sinf.xml']

/** The files in which Adobe's, Readium's and Apple's protection keep their keys. */
export const hasProtection = ({ has }: Archive): boolean => PROTECTIONS.some(has)
