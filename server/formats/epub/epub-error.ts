import { FileRejectedError } from '#server/formats/book-format.ts'

/** Why an EPUB is refused, and what its author can do: one sentence each, or two where there is a way out. */
export const EPUB_REASONS = {
  empty: 'The EPUB file is empty. Please choose the file again.',
  not_zip: 'Not an EPUB: the file is not a zip archive.',
  kindle:
    'This is an e-book for Kindle or Palm that is neither MOBI nor AZW3, such as KFX. Convert it to EPUB, for example with calibre, and upload that file.',
  kepub:
    'Not an EPUB: this is a KEPUB for Kobo devices. Convert it to EPUB, for example with calibre, and upload that file.',
  pdf: 'Not an EPUB: this is a PDF.',
  fictionbook: 'This zip archive holds several FictionBook files. Upload one book at a time, as .fb2.',
  office:
    'Not an EPUB: this is an older document of a word processor, or one with a password. Save it as .docx or .odt without a password (File, Save as), and upload that file.',
  html: 'This is a web page. Save its text as .docx, or print the page to PDF, and upload that file.',
  document: 'Not an EPUB: this is a document of a word processor.',
  open_document: 'Not an EPUB: this is a document of LibreOffice or another word processor.',
  pages: 'This is a document of Pages. In Pages: File, Export To, Word or EPUB, and upload that file.',
  text_source:
    'This is a source that another program makes a book of. Convert it to Word (.docx), Markdown (.md) or EPUB, for example with pandoc, and upload that file.',
  named_document:
    'This file has the name of a document of a word processor, but is none. Open it there, save it as .docx or .odt, and upload that file.',
  other_book:
    'This is an e-book or archive of another kind. Convert it to EPUB, for example with calibre, and upload that file.',
  print: 'This file was made for printing. Save or print the document to PDF, and upload that file.',
  calibre_zip:
    'This is a zipped book of calibre (HTMLZ or TXTZ). Convert it to EPUB with calibre, and upload that file.',
  comic:
    'Not an EPUB: this is an archive of images. Convert it to EPUB, for example with calibre, and upload that file.',
  other_zip: 'Not an EPUB: this zip archive has no META-INF/container.xml.',
  no_package: 'Not an EPUB: its META-INF/container.xml names no package document that is in the file.',
  bad_package: 'Not an EPUB: its package document cannot be read. Export the book again and upload the new file.',
  no_spine: 'Not an EPUB: its package document lists no chapters.',
  no_chapters: 'Not an EPUB: none of its chapters can be read. Export the book again and upload the new file.',
  drm: 'This book is protected (DRM) and can only be opened by the program that it was bought for. Upload it without protection.',
  damaged: 'This EPUB is damaged or cut off and cannot be opened. Export it again and upload the new file.',
  encrypted: 'This EPUB is locked with a password. Save it without a password and upload it again.',
  compression: 'This EPUB is compressed by a method that is not allowed. Export it again and upload the new file.',
  bad_name: 'This EPUB holds a file whose name is not allowed (too long, or one that leads out of the book).',
  duplicate_name: 'This EPUB holds two files with the same name.',
  link: 'This EPUB holds a link to another file in place of a file.',
  overlap: 'This EPUB holds files that overlap in the archive.',
  bomb: 'This EPUB holds a file that is far larger than its compressed size allows.',
  too_many_files: 'The file contains more than 5,000 files.',
  too_many_chapters: 'The file contains more than 3,000 chapters. Split the book and upload each part.',
  file_too_large: 'The file contains more than 64 MB in a single file.',
  too_large: 'The file contains more than 512 MB when it is unpacked.',
  too_complex: 'This EPUB takes too much time or memory to open. Export a simpler one and upload that.',
} as const

export type EpubReason = keyof typeof EPUB_REASONS

export class EpubRejectedError extends FileRejectedError {
  declare readonly reason: EpubReason

  /** The message names the kind of file that the name of the upload tells, if that is no EPUB. */
  constructor(reason: EpubReason, fileName = '') {
    super(reason, EPUB_REASONS[reason].replace(/^This EPUB/, `This ${kindOf(fileName)}`), false)
  }
}

const kindOf = (fileName: string): string => {
  if (/\.do[ct][xm]$/i.test(fileName)) return 'Word file'
  if (/\.f?o[dt]t$/i.test(fileName)) return 'document'
  return /\.zip$/i.test(fileName) ? 'zip archive' : 'EPUB'
}
