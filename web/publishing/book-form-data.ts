import type { BookFields } from './check-book.ts'

interface BookFormParts extends Partial<BookFields> {
  /** Undefined if the book's file is not replaced. */
  book: File | undefined
  image: Blob | undefined
}

/** The fields that are given and the files as multipart form data. */
export const bookFormData = ({
  book,
  image,
  cover = 'current',
  coverSeed,
  changeNote,
  chaptersByLooks,
  rights,
  penName,
  ...fields
}: BookFormParts): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (cover !== 'current') form.append('cover', cover)
  if (cover === 'series') form.append('coverSeed', String(coverSeed))
  if (penName !== undefined) form.append('penName', penName)
  if (rights) form.append('rights', rights)
  if (book && changeNote?.trim()) form.append('changeNote', changeNote)
  if (book && chaptersByLooks) form.append('chaptersByLooks', 'true')
  if (book) form.append('pdfFileName', book.name.slice(-255))
  if (cover === 'image' && image) form.append('image', image, `cover.${image.type === 'image/jpeg' ? 'jpg' : 'webp'}`)
  if (book) form.append('pdfFile', book, book.name)
  return form
}
