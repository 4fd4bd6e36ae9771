import { FileRejectedError } from '#server/formats/book-format.ts'

/** Why a manuscript is refused, and what its author can do. */
export const MANUSCRIPT_REASONS = {
  no_manuscript: 'This zip archive holds neither a book nor Markdown files.',
  several_documents:
    'This zip archive holds several documents. Put their texts into one document, and upload that file.',
  macros: 'This Word file holds macros. In Word: File, Save as, Word document (.docx), and upload that file.',
  other_office: 'This is a spreadsheet or a presentation. Save it as PDF, and upload that file.',
  master_document:
    'This is a master document, whose chapters are other files. In LibreOffice: File, Export, .odt, and upload that file.',
  damaged_file: 'A file in this zip archive is damaged. Pack it again and upload the new archive.',
  damaged_word:
    'This Word file is damaged and cannot be opened. Open it in Word, save it again and upload the new file.',
  damaged_office:
    'This document is damaged and cannot be opened. Open it in LibreOffice, save it again and upload the new file.',
  damaged_fictionbook:
    'This FictionBook file is damaged and cannot be opened. Save or export it again, and upload the new file.',
  damaged_mobi:
    'This MOBI or AZW3 file is damaged or cut off and cannot be opened. Download or export it again, and upload the new file.',
  locked_office: 'This document is locked with a password. Save it without a password and upload it again.',
  not_text: 'This file has the name of a text file, but is no text in UTF-8. Save it as UTF-8 and upload it again.',
  no_text: 'There is no text in this manuscript.',
  too_complex: 'This manuscript takes too much time or memory to convert. Split it, and upload each part.',
} as const

export type ManuscriptReason = keyof typeof MANUSCRIPT_REASONS

export class ManuscriptRejectedError extends FileRejectedError {
  declare readonly reason: ManuscriptReason

  constructor(reason: ManuscriptReason) {
    super(reason, MANUSCRIPT_REASONS[reason], false)
  }
}
