import { nextObject } from './active-content/active-content.ts'
import { type PdfStream, streamReader, unpackObjects } from './active-content/pdf-streams.ts'
import { follows, PdfTokenizer } from './active-content/pdf-tokenizer.ts'

const MAX_OBJECTS = 200_000

/**
 * The file with a new cross-reference table of the objects that are in it, as other viewers rebuild it where PDFium gives
 * up. Undefined for a file without a catalog, and for an encrypted one.
 */
export const withRebuiltReferences = async (pdf: Buffer): Promise<Buffer | undefined> => {
  if (pdf.includes('/Encrypt')) return undefined
  const offsets = new Map<number, number>()
  const appended: Buffer[] = []
  let size = pdf.length
  let root: number | undefined
  let unpacked = 0
  for (const { number, start, dictionary, stream } of objectsOf(pdf)) {
    if (offsets.size >= MAX_OBJECTS) return undefined
    offsets.set(number, start)
    if (follows(dictionary, '/Type', '/Catalog')) root = number
    if (!stream || !follows(dictionary, '/Type', '/ObjStm')) continue
    const { header, objects } = await unpackObjects(stream, unpacked)
    unpacked += objects.length
    for (const [inner, value] of packedValues(header, objects)) {
      const object = Buffer.concat([Buffer.from(`\n${inner} 0 obj\n`), value, Buffer.from('\nendobj')])
      offsets.set(inner, size + 1)
      if (/\/Type\s*\/Catalog\b/.test(value.toString('latin1'))) root = inner
      appended.push(object)
      size += object.length
    }
  }
  if (root === undefined) return undefined
  return Buffer.concat([pdf, ...appended, Buffer.from(tableOf(offsets, root, size))])
}

interface FoundObject {
  number: number
  start: number
  dictionary: string[]
  stream: PdfStream | undefined
}

/** The objects outside of streams, in the order of the file: of two with the same number the last one counts. */
function* objectsOf(pdf: Buffer): Generator<FoundObject> {
  const streamAt = streamReader(pdf)
  for (let object = nextObject(pdf, 0); object;) {
    const tokens = new PdfTokenizer(pdf, object.at)
    const dictionary: string[] = []
    let token = tokens.next()
    for (; token !== '' && token !== 'endobj' && token !== 'stream'; token = tokens.next()) dictionary.push(token)
    const stream = token === 'stream' ? streamAt(tokens.at, dictionary) : undefined
    yield { number: Number(object.number), start: object.start, dictionary, stream }
    object = nextObject(pdf, stream?.end ?? (token === '' ? object.at : tokens.at))
  }
}

function* packedValues(header: string, objects: Buffer): Generator<[number, Buffer]> {
  const numbers = header.trim().split(/\s+/).map(Number)
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [number = 0, from = 0, , to = objects.length] = numbers.slice(at, at + 4)
    if (number > 0) yield [number, objects.subarray(from, to)]
  }
}

const tableOf = (offsets: ReadonlyMap<number, number>, root: number, at: number): string => {
  const rows = Array.from(offsets)
    .filter(([number]) => number > 0 && number < 8_388_607)
    .sort(([a], [b]) => a - b)
    .map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = Array.from(offsets.keys()).reduce((most, number) => Math.max(most, number), 0) + 1
  const table = `\nxref\n0 1\n0000000000 65535 f \n${rows.join('')}`
  return `${table}trailer\n<< /Size ${size} /Root ${root} 0 R >>\nstartxref\n${at + 1}\n%%EOF\n`
}
