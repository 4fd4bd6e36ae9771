import type { Words } from './check-book.ts'

interface Parts extends Words {
  /** Absent where a book keeps the one it has. */
  pdf: File | undefined
  image: Blob | undefined
}

/** What is typed and chosen, as it is sent. */
export const bookFormData = ({ pdf, image, cover, ...words }: Parts): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(words)) form.append(name, value)
  if (cover !== 'kept') form.append('cover', cover)
  if (pdf) form.append('pdfFileName', pdf.name.slice(-255))
  if (cover === 'image' && image) form.append('image', image, `cover.${image.type === 'image/jpeg' ? 'jpg' : 'webp'}`)
  if (pdf) form.append('pdfFile', pdf, pdf.name)
  return form
}
