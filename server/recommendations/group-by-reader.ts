import type { Throttle } from './create-throttle.ts'
import { createListsBuilder, type Lists } from './lists.ts'

/** A rating in the bytes of the database: a hash of its reader as a double, and the number of its book. */
export const RATING_BYTES = 12
const BOOK_AT = 8
/** Hashes are whole numbers below this: so many bits a double can hold. */
export const HASHES = 2 ** 53
const BUCKETS = 2 ** 16

/**
 * The books of each reader, at most `maxBooks`, in the order of the readers' hashes. Sorts by the first bits of the hash
 * first, so that no step takes long.
 */
export const groupByReader = async (
  portions: readonly Buffer[],
  { maxBooks, throttle }: { maxBooks: number; throttle: Throttle },
): Promise<Lists> => {
  const count = portions.reduce((sum, { length }) => sum + length, 0) / RATING_BYTES
  const hashes = new Float64Array(count)
  const books = new Uint32Array(count)
  const ends = new Uint32Array(BUCKETS + 1)
  const bucketOf = (rating: number) => Math.floor(hashes[rating]! / (HASHES / BUCKETS))
  let rating = 0
  for (const portion of portions) {
    for (let at = 0; at < portion.length; at += RATING_BYTES) {
      hashes[rating] = portion.readDoubleBE(at)
      books[rating] = portion.readInt32BE(at + BOOK_AT)
      ends[bucketOf(rating) + 1]! += 1
      rating += 1
    }
    await throttle()
  }
  for (let bucket = 1; bucket <= BUCKETS; bucket++) ends[bucket]! += ends[bucket - 1]!
  const sorted = new Uint32Array(count)
  const next = ends.slice(0, BUCKETS)
  for (let each = 0; each < count; each++) sorted[next[bucketOf(each)]!++] = each

  const histories = createListsBuilder()
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const inBucket = sorted.subarray(ends[bucket]!, ends[bucket + 1]!).sort((a, b) => hashes[a]! - hashes[b]! || a - b)
    for (let from = 0; from < inBucket.length;) {
      let to = from + 1
      while (to < inBucket.length && hashes[inBucket[to]!] === hashes[inBucket[from]!]) to += 1
      histories.add(inBucket.subarray(from, Math.min(to, from + maxBooks)).map((each) => books[each]!))
      from = to
    }
    await throttle()
  }
  return histories.build()
}
