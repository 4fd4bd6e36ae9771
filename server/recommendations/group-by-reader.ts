import type { Throttle } from './create-throttle.ts'
import { createListsBuilder, type Lists } from './lists.ts'

/** Hashes are whole numbers below this: so many bits a double can hold. */
export const HASHES = 2 ** 53
const BUCKETS = 2 ** 16

/** Some ratings: hashes of their readers, and the numbers of their books. */
export interface Portion {
  hashes: Float64Array
  books: Uint32Array
}

/**
 * The books of each reader, at most `maxBooks`, in the order of the readers' hashes. Sorts by the first bits of the hash
 * first, so that no step takes long.
 */
export const groupByReader = async (
  portions: readonly Portion[],
  { maxBooks, throttle }: { maxBooks: number; throttle: Throttle },
): Promise<Lists> => {
  const count = portions.reduce((sum, portion) => sum + portion.books.length, 0)
  const hashes = new Float64Array(count)
  const books = new Uint32Array(count)
  const ends = new Uint32Array(BUCKETS + 1)
  const bucketOf = (hash: number) => Math.floor(hash / (HASHES / BUCKETS))
  let added = 0
  for (const portion of portions) {
    hashes.set(portion.hashes, added)
    books.set(portion.books, added)
    added += portion.books.length
    for (const hash of portion.hashes) ends[bucketOf(hash) + 1]! += 1
    await throttle()
  }
  for (let bucket = 1; bucket <= BUCKETS; bucket++) ends[bucket]! += ends[bucket - 1]!
  const sorted = new Uint32Array(count)
  const next = ends.slice(0, BUCKETS)
  for (let each = 0; each < count; each++) sorted[next[bucketOf(hashes[each]!)]!++] = each

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
