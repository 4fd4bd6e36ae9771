import { ManuscriptRejectedError } from '#server/formats/epub/manuscript/manuscript-error.ts'

/** The most bytes of the unpacked text of one record, which usually has 4,096 or a few more. */
export const MAX_RECORD = 65_536

/** The most documents that a book is made of. */
export const MAX_DOCUMENTS = 10_000

/** Throws for a file whose records are not what they say. */
export const damaged = (): never => {
  throw new ManuscriptRejectedError('damaged_mobi')
}

/** Throws for one that would become more than a book. */
export const tooComplex = (): never => {
  throw new ManuscriptRejectedError('too_complex')
}

const assertInside = (bytes: Buffer, at: number, length: number) => {
  if (!(at >= 0 && at + length <= bytes.length)) damaged()
}

export const byteAt = (bytes: Buffer, at: number): number => bytes[at] ?? damaged()

export const number16 = (bytes: Buffer, at: number): number => {
  assertInside(bytes, at, 2)
  return bytes.readUInt16BE(at)
}

export const number32 = (bytes: Buffer, at: number): number => {
  assertInside(bytes, at, 4)
  return bytes.readUInt32BE(at)
}

export const slice = (bytes: Buffer, at: number, length: number): Buffer => {
  assertInside(bytes, at, length)
  return bytes.subarray(at, at + length)
}

export const asciiAt = (bytes: Buffer, at: number, length: number): string => bytes.toString('latin1', at, at + length)

const MAX_NUMBER_BYTES = 4

/** A number of seven bits a byte, of which the last one is marked. */
export const shortNumber = (bytes: Buffer, at: number): { value: number; end: number } => {
  let value = 0
  for (let read = 0; read < MAX_NUMBER_BYTES; read += 1) {
    const byte = byteAt(bytes, at + read)
    value = value * 128 + (byte & 127)
    if (byte & 128) return { value, end: at + read + 1 }
  }
  return damaged()
}

/** A number of that kind that is written before a place, where the first byte is marked. */
export const shortNumberBefore = (bytes: Buffer, end: number): number => {
  let value = 0
  for (const byte of bytes.subarray(Math.max(0, end - MAX_NUMBER_BYTES), end))
    value = (byte & 128 ? 0 : value * 128) + (byte & 127)
  return value
}
