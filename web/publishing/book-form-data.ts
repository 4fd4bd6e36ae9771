import type { BookFields } from './check-book.ts'

interface BookFormParts extends BookFields {
  /** Undefined if the book's PDF is not replaced. */
  pdf: File | undefined
  image: Blob | undefined
}

/** The fields and files as multipart form data. */
export const bookFormData = ({ pdf, image, cover, coverSeed, ...fields }: BookFormParts): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (cover !== 'current') form.append('cover', cover)
  if (cover === 'series') form.append('coverSeed', String(coverSeed))
  if (pdf) form.append('pdfFileName', pdf.name.slice(-255))
  if (cover === 'image' && image) form.append('image', image, `cover.${image.type === 'image/jpeg' ? 'jpg' : 'webp'}`)
  if (pdf) form.append('pdfFile', pdf, pdf.name)
  return form
}
