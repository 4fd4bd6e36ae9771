import { createHash, randomBytes } from 'node:crypto'
import type { Random } from './random.ts'

const BYTES = { least: 2_000, most: 600_000 }
/** Few titles, so that books share cover files, which must stay while any of these books exists. */
const TITLES = ['The Tidewater Clock', 'A Field Guide to Rain', 'Nine Small Harbours']

/** The multipart body of an upload, and the mark and checksum to verify it by. */
export const randomUpload = async (random: Random) => {
  const pdf = pdfWith(randomBytes(random.whole(BYTES.least, BYTES.most)))
  const mark = randomBytes(12).toString('hex')
  const form = new FormData()
  const words = { title: random.oneOf(TITLES), author: 'Ida Fenn', caption: mark, genre: 'Fantasy', cover: 'series' }
  for (const [name, value] of Object.entries(words)) form.set(name, value)
  form.set('pdfFile', new Blob([pdf], { type: 'application/pdf' }), 'book.pdf')
  const wire = new Response(form)
  return {
    mark,
    sha256: createHash('sha256').update(pdf).digest('hex'),
    type: wire.headers.get('content-type') ?? '',
    body: Buffer.from(await wire.arrayBuffer()),
  }
}

/** A PDF of one page that contains these bytes. */
const pdfWith = (bytes: Buffer) => {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  const add = (...pieces: (string | Buffer)[]) => {
    offsets.push(lengthOf(parts))
    parts.push(
      Buffer.from(`${offsets.length} 0 obj\n`),
      ...pieces.map((piece) => Buffer.from(piece)),
      Buffer.from('\nendobj\n'),
    )
  }
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
  add('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] >>')
  add(`<< /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream')
  const start = lengthOf(parts)
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = offsets.length + 1
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`))
  parts.push(Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}

const lengthOf = (parts: Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0)
