import { readFileSync } from 'node:fs'

export interface BookWords {
  title: string
  author: string
  caption: string
  genre: string
  cover: string
  image: Blob | string
  pdf: Blob
  pdfFileName: string
}

/** The form of the publish page, by default with a small PDF and a drawn cover. */
export const aBookForm = ({ pdf, image, pdfFileName, ...words }: Partial<BookWords> = {}): FormData => {
  const form = new FormData()
  const defaults = {
    title: 'The Lamplighter’s Almanac',
    author: 'Ottoline Marsh',
    caption: 'Every dusk for forty years.',
    genre: 'Fantasy',
  }
  for (const [name, value] of Object.entries({ ...defaults, cover: image ? 'image' : 'series', ...words }))
    form.set(name, value)
  if (image !== undefined) form.set('image', image)
  form.set('pdfFile', pdf ?? new Blob([aPdf()], { type: 'application/pdf' }), pdfFileName ?? 'almanac.pdf')
  return form
}

/** The same form with an EPUB. */
export const anEpubForm = (epub: Uint8Array, words: Partial<BookWords> = {}): FormData =>
  aBookForm({
    pdf: new Blob([new Uint8Array(epub)], { type: 'application/epub+zip' }),
    pdfFileName: 'book.epub',
    ...words,
  })

/** A PDF with this number of empty pages. */
export const aPdf = (pages = 2): Buffer<ArrayBuffer> => {
  const kids = Array.from({ length: pages }, (_, i) => `${i + 3} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    ...kids.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] >>'),
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(`${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
}

/** A PNG of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const aPicture = () => new Blob([PNG], { type: 'image/png' })

export const pdfBlob = (path: string) => new Blob([readFileSync(path)], { type: 'application/pdf' })

export const aForm = (fields: Record<string, Blob | string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
