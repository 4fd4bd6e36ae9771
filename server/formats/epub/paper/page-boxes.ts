interface Boxes {
  /** The edge of the trimmed page within the sheet, and how far beyond it pictures run, in points. */
  edge: number
  bleed: number
}

const ENTRY_LENGTH = 20
const PAGE = /^\d+ 0 obj\s*<<\s*\/Type \/Page\s/
const MEDIA_BOX = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/
const MAX_PAGE_LENGTH = 64 * 1024

/**
 * Says in each page of a PDF of the typesetter where it is trimmed, which the typesetter has no words for. Its table of objects
 * is plain; a file with another one stays as it is.
 */
export const withPageBoxes = (pdf: Buffer, boxes: Boxes): Buffer => {
  const table = readTable(pdf)
  if (!table) return pdf
  const insertions: { at: number; text: Buffer }[] = []
  for (const { offset } of table.entries) {
    const object = pdf.toString('latin1', offset, offset + MAX_PAGE_LENGTH)
    if (!PAGE.test(object)) continue
    const found = MEDIA_BOX.exec(object.slice(0, object.indexOf('endobj')))
    if (!found) return pdf
    const at = offset + found.index + found[0].length
    insertions.push({ at, text: Buffer.from(boxesOf(Number(found[1]), Number(found[2]), boxes)) })
  }
  return insertedIn(
    pdf,
    insertions.toSorted((one, other) => one.at - other.at),
    table,
  )
}

/** The boxes of a page within its sheet, of which the outer one is what is printed. */
const boxesOf = (width: number, height: number, { edge, bleed }: Boxes): string => {
  const box = (name: string, inset: number) =>
    `\n  /${name} [${[inset, inset, width - inset, height - inset].map((at) => Number(at.toFixed(4))).join(' ')}]`
  return box('TrimBox', edge) + box('BleedBox', edge - bleed)
}

interface Table {
  /** Where it begins, and its first entry. */
  start: number
  first: number
  entries: { at: number; offset: number }[]
}

/** The places of all objects, if they stand in one table at the end of a file. */
const readTable = (pdf: Buffer): Table | undefined => {
  const end = pdf.toString('latin1', Math.max(0, pdf.length - 64))
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(end)?.[1] ?? Number.NaN)
  const head = /^xref\s+0 (\d+)\s*?\n/.exec(pdf.toString('latin1', start, start + 64))
  if (!head) return undefined
  const first = start + head[0].length
  const entries = Array.from({ length: Number(head[1]) }, (_, n) => first + n * ENTRY_LENGTH)
    .filter((at) => pdf[at + ENTRY_LENGTH - 3] === 'n'.charCodeAt(0))
    .map((at) => ({ at, offset: Number(pdf.toString('latin1', at, at + 10)) }))
  return { start, first, entries }
}

const insertedIn = (pdf: Buffer, insertions: { at: number; text: Buffer }[], { start, entries }: Table): Buffer => {
  const grownBefore = (place: number) =>
    insertions.reduce((sum, { at, text }) => sum + (at <= place ? text.length : 0), 0)
  const out = Buffer.from(pdf)
  for (const { at, offset } of entries) out.write(String(offset + grownBefore(offset)).padStart(10, '0'), at, 'latin1')
  const pieces: Buffer[] = []
  let from = 0
  for (const { at, text } of insertions) {
    pieces.push(out.subarray(from, at), text)
    from = at
  }
  const end = out.toString('latin1', start).lastIndexOf('startxref') + start
  pieces.push(out.subarray(from, end), Buffer.from(`startxref\n${start + grownBefore(start)}\n%%EOF`))
  return Buffer.concat(pieces)
}
