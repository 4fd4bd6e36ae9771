import type { Influence } from './score-books.ts'

/** What the model says of a book: its number there, and what a rating of it says for others. */
export interface ModelBook extends Influence {
  /** Undefined for a book that is newer than the model. */
  number: number | undefined
}

/** 150,000 books with 20 influences each, and their ids, are about 48 MB. */
const MAX_BLOCKS = 48
const MAX_BOOKS = 150_000
const BLOCK = 65_536

export interface KnownBooks {
  get: (id: string) => ModelBook | undefined
  add: (id: string, number: number | undefined, influence: Influence) => ModelBook
}

/**
 * Remembers books of one model by id. Arrays of their own would take several times the memory of the numbers in them, so
 * the numbers are copied into blocks. When these are full it begins again with none; books in use keep their old block.
 */
export const createKnownBooks = (): KnownBooks => {
  const places = new Map<string, { number: number | undefined; block: Influence; start: number; end: number }>()
  let block: Influence | undefined
  let blocks = 0
  let end = 0

  const get = (id: string) => {
    const place = places.get(id)
    return (
      place && {
        number: place.number,
        targets: place.block.targets.subarray(place.start, place.end),
        weights: place.block.weights.subarray(place.start, place.end),
      }
    )
  }

  const roomFor = (length: number) => {
    if (block && end + length <= BLOCK && places.size < MAX_BOOKS) return block
    if (blocks === MAX_BLOCKS || places.size >= MAX_BOOKS) {
      places.clear()
      blocks = 0
    }
    blocks += 1
    end = 0
    block = { targets: new Int32Array(BLOCK), weights: new Float32Array(BLOCK) }
    return block
  }

  return {
    get,
    add: (id, number, { targets, weights }) => {
      const block = roomFor(targets.length)
      const start = end
      block.targets.set(targets, start)
      block.weights.set(weights, start)
      end += targets.length
      places.set(id, { number, block, start, end })
      return { number, targets, weights }
    },
  }
}
