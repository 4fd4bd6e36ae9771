import { isLittleSeen, type LittleSeen } from './little-seen.ts'
import { type Model, NEIGHBOURS } from './train-model.ts'

/** What a rating of one book says for others, the most first. */
export interface Influence {
  targets: Int32Array
  weights: Float32Array
}

/** Books with many readers, and a score from 0 to 1 for their number. */
export type Popular = Influence

/** A book that a reader rated or began to read. */
export interface Taste extends Influence {
  /** Undefined for a book that was only begun. */
  stars?: number | undefined
}

export interface Scored {
  book: number
  score: number
}

/** Bounds the size of a row, which a popular book would exceed. */
const TARGETS = 200
const POPULAR = 1000
/** Up to so many stars, a reader did not like the book. */
const DISLIKED_STARS = 2
/** What a rating of a book says for others, by its stars. */
const BY_STARS = [0, 0.855, 0.905, 0.955, 1.005, 1.055]
/** With fewer books that a reader did not dislike, those that they disliked say nothing for others. */
const MANY_TASTES = 20
const BEGUN = 0.7
/** The weight of popularity for a reader with one to three ratings. It falls with their number. */
const POPULARITY = 0.12
const FEW_RATINGS = 3
/** Some fall out, being dismissed, disliked or by the same author. */
const LITTLE_SEEN_CANDIDATES = 12

/** Turns neighbours of each book into influences of each book. */
export const influencesOf = ({ books, neighbours, weights }: Model): ((book: number) => Influence) => {
  const starts = new Uint32Array(books + 1)
  for (let i = 0; i < neighbours.length; i++) if (weights[i] !== 0) starts[neighbours[i]! + 1]! += 1
  for (let book = 0; book < books; book++) starts[book + 1]! += starts[book]!
  const entries = new Uint32Array(starts[books]!)
  const next = starts.slice(0, books)
  for (let i = 0; i < neighbours.length; i++) if (weights[i] !== 0) entries[next[neighbours[i]!]!++] = i
  return (book) => {
    const strongest = entries
      .slice(starts[book], starts[book + 1])
      .sort((a, b) => Math.abs(weights[b]!) - Math.abs(weights[a]!) || a - b)
      .subarray(0, TARGETS)
      .sort((a, b) => weights[b]! - weights[a]! || a - b)
    return {
      targets: Int32Array.from(strongest, (entry) => Math.floor(entry / NEIGHBOURS)),
      weights: Float32Array.from(strongest, (entry) => weights[entry]!),
    }
  }
}

export const popularBooks = ({ books, readers }: Pick<Model, 'books' | 'readers'>): Popular => {
  const targets = Int32Array.from({ length: books }, (_, book) => book)
    .sort((a, b) => readers[b]! - readers[a]! || a - b)
    .slice(0, POPULAR)
  return { targets, weights: Float32Array.from(targets, (book) => readers[book]! / Math.max(readers[targets[0]!]!, 1)) }
}

/** The best `count` books for a reader, without the excluded ones, and the best of those that few have seen. */
export const scoreBooks = (
  tastes: Taste[],
  { popular, littleSeen }: { popular: Popular; littleSeen?: LittleSeen },
  isExcluded: (book: number) => boolean,
  count: number,
) => {
  const liked = tastes.filter((taste) => !isDisliked(taste))
  SCORES.clear()
  for (const taste of liked) SCORES.add(taste, weightOf(taste))
  if (liked.length >= MANY_TASTES) addDisliked(tastes.filter(isDisliked))
  // Before popularity is added: it says nothing of the reader's taste.
  const fewHaveSeen = littleSeen
    ? best((book) => !isLittleSeen(littleSeen, book) || isExcluded(book), LITTLE_SEEN_CANDIDATES)
    : []
  SCORES.add(popular, (POPULARITY * FEW_RATINGS) / Math.max(tastes.length, FEW_RATINGS))
  return { best: best(isExcluded, count), littleSeen: fewHaveSeen }
}

/** For each of these books the one of a reader's that says most for it, if one does. */
export const findReasons = <T extends Taste>(books: number[], tastes: T[]): Map<number, T> => {
  const most = new Map(books.map((book) => [book, 0]))
  const reasons = new Map<number, T>()
  for (const taste of tastes)
    for (let i = 0; i < taste.targets.length; i++) {
      const book = taste.targets[i]!
      const contribution = taste.weights[i]! * weightOf(taste)
      if (contribution <= (most.get(book) ?? Infinity)) continue
      most.set(book, contribution)
      reasons.set(book, taste)
    }
  return reasons
}

const weightOf = ({ stars }: Pick<Taste, 'stars'>) => (stars === undefined ? BEGUN : BY_STARS[stars]!)

const isDisliked = ({ stars }: Taste) => stars !== undefined && stars <= DISLIKED_STARS

/** Sums by book. The array is used again for the next reader: clearing what was written is cheaper than a map. */
const createScores = () => {
  let sums = new Float64Array(0)
  let books = new Uint32Array(0)
  let count = 0
  const grow = (length: number) => {
    const [oldSums, oldBooks] = [sums, books]
    // Not 0, which a sum may be.
    sums = new Float64Array(length).fill(NaN)
    sums.set(oldSums)
    books = new Uint32Array(length)
    books.set(oldBooks)
  }
  return {
    clear: () => {
      for (let i = 0; i < count; i++) sums[books[i]!] = NaN
      count = 0
    },
    add: ({ targets, weights }: Influence, factor: number) => {
      for (let i = 0; i < targets.length; i++) {
        const book = targets[i]!
        if (book >= sums.length) grow(Math.max(book + 1, sums.length * 2))
        const sum = sums[book]!
        if (Number.isNaN(sum)) {
          books[count++] = book
          sums[book] = weights[i]! * factor
        } else sums[book] = sum + weights[i]! * factor
      }
    },
    of: (book: number) => sums[book]!,
    set: (book: number, sum: number) => {
      sums[book] = sum
    },
    /** Those that have a sum. */
    books: () => books.subarray(0, count),
  }
}

const SCORES = createScores()
const CONFIRMED = createScores()

/**
 * That a reader chose a book says something of their taste, although they disliked it: it confirms what their other
 * books say, at most by as much again, and alone it recommends nothing.
 */
const addDisliked = (disliked: Taste[]) => {
  CONFIRMED.clear()
  for (const taste of disliked) CONFIRMED.add(taste, weightOf(taste))
  for (const book of CONFIRMED.books()) {
    const liked = SCORES.of(book)
    if (liked > 0) SCORES.set(book, liked + Math.min(CONFIRMED.of(book), liked))
  }
}

/** Collects the best in a sorted list, which is cheaper than sorting all scores. */
const best = (isExcluded: (book: number) => boolean, count: number): Scored[] => {
  const found: Scored[] = []
  for (const book of SCORES.books()) {
    const score = SCORES.of(book)
    const last = found.at(-1)
    if (score <= 0 || (found.length === count && last && score <= last.score) || isExcluded(book)) continue
    let place = found.length
    while (place > 0 && found[place - 1]!.score < score) place -= 1
    found.splice(place, 0, { book, score })
    if (found.length > count) found.pop()
  }
  return found
}
