import { pipeline } from 'node:stream'
import { constants, createInflate } from 'node:zlib'
import { PdfRejectedError } from '#server/formats/pdf/pdf-error.ts'
import { follows } from './pdf-tokenizer.ts'

export type PdfStream = { dictionary: string[]; body: Buffer; end: number }

const MAX_INFLATED = 256 * 1024 * 1024
const MAX_OBJECT_STREAM = 64 * 1024 * 1024
/** The highest compression ratio of deflate. */
const MAX_RATIO = 1_032

/** Returns a function that finds a stream's body at an offset, by its length or else by its end keyword. */
export const streamReader = (pdf: Buffer) => {
  let lengths: Map<string, number> | undefined
  const lengthOf = (dictionary: string[]): number | undefined => {
    const [number = '', generation, reference] = dictionary.slice(dictionary.indexOf('/Length') + 1)
    if (!dictionary.includes('/Length') || !/^\d+$/.test(number)) return undefined
    if (reference !== 'R') return Number(number)
    lengths ??= indirectNumbers(pdf)
    return lengths.get(`${number} ${generation}`)
  }
  return (keywordEnd: number, dictionary: string[]): PdfStream => {
    const start = keywordEnd + (pdf[keywordEnd] === 13 && pdf[keywordEnd + 1] === 10 ? 2 : 1)
    const declared = start + (lengthOf(dictionary) ?? Infinity)
    const isValid = declared <= pdf.length && /^\s*endstream/.test(pdf.toString('latin1', declared, declared + 16))
    const found = isValid ? declared : pdf.indexOf('endstream', start)
    const end = found === -1 ? pdf.length : found
    return { dictionary, body: pdf.subarray(start, end), end }
  }
}

const indirectNumbers = (pdf: Buffer): Map<string, number> => {
  const numbers = /(\d{1,10})\s{1,4}(\d{1,5})\s{1,4}obj\s{0,4}(\d{1,10})\s{1,4}endobj/g
  return new Map(
    Array.from(pdf.toString('latin1').matchAll(numbers), ([, number, generation, value]) => [
      `${number} ${generation}`,
      Number(value),
    ]),
  )
}

/** Inflates an object stream as far as possible; `before` is the number of bytes that were inflated earlier. */
export const unpackObjects = async (
  { dictionary, body }: PdfStream,
  before: number,
): Promise<{ header: string; objects: Buffer }> => {
  // Other filters are left to PDFium, whose copy of the document has these objects unpacked.
  if (flateFilters(dictionary) !== 1) return { header: '', objects: body }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of inflate(body)) {
    size += chunk.length
    if (size > MAX_OBJECT_STREAM || before + size > MAX_INFLATED) throw new PdfRejectedError('too_complex')
    chunks.push(chunk)
  }
  const declared = Number(dictionary[dictionary.indexOf('/First') + 1])
  const first = declared > 0 && declared < size ? declared : 0
  const all = Buffer.concat(chunks)
  return { header: all.toString('latin1', 0, first), objects: all.subarray(first) }
}

/** Rejects a stream that inflates beyond the limit. Images may be larger: viewers don't hold them whole. */
export const assertBoundedInflation = async ({ dictionary, body }: PdfStream): Promise<void> => {
  const filters = flateFilters(dictionary)
  const isImage = follows(dictionary, '/Subtype', '/Image')
  if (filters === 0 || isImage || follows(dictionary, '/Type', '/EmbeddedFile')) return
  if (filters === 1 && body.length * MAX_RATIO <= MAX_INFLATED) return
  let chunks: AsyncIterable<Buffer> = inflate(body)
  for (let filter = 1; filter < filters; filter += 1) chunks = inflate(chunks)
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > MAX_INFLATED) throw new PdfRejectedError('too_complex')
  }
}

const flateFilters = (dictionary: string[]): number =>
  dictionary.filter((part) => /^\[?\/(FlateDecode|Fl)$/.test(part)).length

/** Yields what can be inflated and ends silently at damaged data, as PDF viewers do. */
async function* inflate(source: Buffer | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflater = createInflate({ chunkSize: 256 * 1024, finishFlush: constants.Z_SYNC_FLUSH })
  pipeline(Buffer.isBuffer(source) ? [source] : source, inflater, () => {})
  try {
    yield* inflater as AsyncIterable<Buffer>
  } catch {
    return
  }
}
