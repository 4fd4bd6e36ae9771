import { damaged, number16, number32 } from './bytes.ts'

/** A database of Palm, the container of MOBI: up to 65,535 records of bytes. */
export interface PalmDatabase {
  count: number
  /** Throws where there is none, or one that is not within the file. */
  record: (at: number) => Buffer
  name: string
}

const NAME_BYTES = 32
const TYPE_AT = 60
const COUNT_AT = 76
const LIST_AT = 78
const ENTRY_BYTES = 8

/** What a MOBI says that it is, by which it is known. */
export const isMobi = (head: Buffer): boolean => head.toString('latin1', TYPE_AT, TYPE_AT + 8) === 'BOOKMOBI'

export const openPalmDatabase = (bytes: Buffer): PalmDatabase => {
  const count = number16(bytes, COUNT_AT)
  const firstByte = LIST_AT + count * ENTRY_BYTES
  const beginOf = (at: number) => (at === count ? bytes.length : number32(bytes, LIST_AT + at * ENTRY_BYTES))
  // No record begins in one before it, so that all together are no longer than the file.
  const earliest = new Float64Array(count)
  for (let at = 0, highest = firstByte; at < count; at += 1)
    earliest[at] = highest = Math.max(highest, at === 0 ? 0 : beginOf(at - 1))
  return {
    count,
    record: (at) => {
      if (!(at >= 0 && at < count)) damaged()
      const [begin, end] = [beginOf(at), beginOf(at + 1)]
      if (begin < (earliest[at] ?? 0) || end < begin || end > bytes.length) damaged()
      return bytes.subarray(begin, end)
    },
    name: bytes.toString('latin1', 0, NAME_BYTES).split('\0', 1)[0] ?? '',
  }
}
