import { type BookGroups, NO_GROUPS } from './group-books.ts'
import { invertLists, type Lists } from './lists.ts'
import { type ContentNeighbours, NO_CONTENT } from './compare-content.ts'

/** Each book is predicted from this number of others. */
export const NEIGHBOURS = 20
/** Regularisation of the regression: a constant, and a share of the number of the neighbour's readers. */
const RIDGE = { constant: 10, share: 0.3 }
/** Neighbours are the books with the most common readers, divided by their number of readers to this power. */
const NEIGHBOUR_POPULARITY = 0.45
/** The score of a book is divided by its number of readers to this power: fewer popular books, more different ones. */
const SCORE_POPULARITY = { ratingsAlone: 0.08, withGroups: 0.06 }
/** A book with more readers is compared by this number of them: the time for a book is bounded. */
const READERS_COMPARED = 2000
/** A book with fewer readers is compared by its words. */
const FEW_READERS = 1

interface TrainingData {
  /** The number of books. They are numbered from 0. */
  books: number
  /** The books that each reader rated; the order of the readers is random. */
  histories: Lists
  /** The books of each author and of each series. */
  groups?: BookGroups
  /** For books with few readers. */
  content?: ContentNeighbours
}

/** For each book up to `NEIGHBOURS` others, and how much a rating of each says for this book. */
export interface Model {
  books: number
  /** How many readers each book has. */
  readers: Uint32Array
  /** `NEIGHBOURS` for each book; those beyond the last have the weight 0. */
  neighbours: Uint32Array
  weights: Float32Array
}

/** A ridge regression of each book on its nearest neighbours. Authors and series count as additional readers. */
export const trainModel = (data: TrainingData): Model => {
  const { model, train } = createTrainer(data)
  for (let book = 0; book < data.books; book++) train(book)
  return model
}

/** The same in steps: `model` is complete when `train` was called with each book. */
export const createTrainer = ({ books, histories, groups = NO_GROUPS, content = NO_CONTENT }: TrainingData) => {
  const space = createSpace(books, histories, groups)
  const model: Model = {
    books,
    readers: space.readers,
    neighbours: new Uint32Array(books * NEIGHBOURS),
    weights: new Float32Array(books * NEIGHBOURS),
  }
  const power = groups === NO_GROUPS ? SCORE_POPULARITY.ratingsAlone : SCORE_POPULARITY.withGroups
  const findNeighbours = createNeighbourSearch(space)
  const countPairs = createPairCounter(space)
  const system = new Float64Array(NEIGHBOURS * NEIGHBOURS)
  const train = (book: number) => {
    const { count, nearest, common } = findNeighbours(book)
    const at = book * NEIGHBOURS
    const byWords = space.readers[book]! < FEW_READERS ? content(book) : []
    for (const [k, { book: other, weight }] of byWords.slice(0, NEIGHBOURS).entries()) {
      model.neighbours[at + k] = other
      model.weights[at + k] = weight
    }
    if (byWords.length > 0) return
    countPairs(nearest, count, system)
    for (let k = 0; k < count; k++)
      system[k * NEIGHBOURS + k]! += RIDGE.constant + RIDGE.share * space.size[nearest[k]!]!
    solve(system, common, count)
    const scale = (space.readers[book]! + 1) ** -power
    for (let k = 0; k < count; k++) {
      model.neighbours[at + k] = nearest[k]!
      model.weights[at + k] = common[k]! * scale
    }
  }
  return { model, train }
}

/** The sparse matrix of books by readers and groups. */
const createSpace = (books: number, histories: Lists, groups: BookGroups) => {
  const readersOf = invertLists(histories, books)
  const groupsOf = invertLists(groups.lists, books)
  const readerCount = histories.starts.length - 1
  const readers = Uint32Array.from(
    { length: books },
    (_, book) => readersOf.starts[book + 1]! - readersOf.starts[book]!,
  )
  const size = Float64Array.from({ length: books }, (_, book) => {
    let sum = readers[book]!
    for (let p = groupsOf.starts[book]!; p < groupsOf.starts[book + 1]!; p++) sum += groups.weights[groupsOf.items[p]!]!
    return sum
  })
  return {
    books,
    histories,
    groups,
    groupsOf,
    readers,
    size,
    readerCount,
    readersOf: sample(readersOf, readerCount),
  }
}

/** The first readers of each book, which stand for all readers below `limit`. */
const sample = ({ starts, items }: Lists, readerCount: number) => {
  const books = starts.length - 1
  const ends = new Uint32Array(books)
  const limit = new Float64Array(books)
  for (let book = 0; book < books; book++) {
    ends[book] = Math.min(starts[book + 1]!, starts[book]! + READERS_COMPARED)
    limit[book] = ends[book] === starts[book + 1] ? readerCount : items[ends[book]! - 1]! + 1
  }
  return { starts, items, ends, limit }
}

type Space = ReturnType<typeof createSpace>

/** Finds the books nearest to one book, with their numbers of common readers. */
const createNeighbourSearch = (space: Space) => {
  const { histories, groups, readersOf, groupsOf, readerCount, size } = space
  const common = new Float32Array(space.books)
  const touched = new Uint32Array(space.books)
  const popularity = Float64Array.from(size, (n) => n ** NEIGHBOUR_POPULARITY)
  const nearest = new Uint32Array(NEIGHBOURS)
  const nearness = new Float64Array(NEIGHBOURS)
  const commonOfNearest = new Float64Array(NEIGHBOURS)
  const found = { count: 0, nearest, common: commonOfNearest }

  const addLists = (
    { starts, items }: Lists,
    of: Uint32Array,
    from: number,
    to: number,
    weightOf: (n: number) => number,
  ) => {
    let count = found.count
    for (let p = from; p < to; p++) {
      const list = of[p]!
      const weight = weightOf(list)
      for (let q = starts[list]!; q < starts[list + 1]!; q++) {
        const other = items[q]!
        if (common[other] === 0) touched[count++] = other
        common[other]! += weight
      }
    }
    found.count = count
  }

  return (book: number) => {
    found.count = 0
    const scale = readerCount / readersOf.limit[book]!
    addLists(histories, readersOf.items, readersOf.starts[book]!, readersOf.ends[book]!, () => scale)
    addLists(
      groups.lists,
      groupsOf.items,
      groupsOf.starts[book]!,
      groupsOf.starts[book + 1]!,
      (n) => groups.weights[n]!,
    )
    let kept = 0
    for (let t = 0; t < found.count; t++) {
      const other = touched[t]!
      const near = common[other]! / popularity[other]!
      if (other !== book && (kept < NEIGHBOURS || near > nearness[kept - 1]!)) {
        let place = kept < NEIGHBOURS ? kept++ : kept - 1
        for (; place > 0 && nearness[place - 1]! < near; place--) {
          nearness[place] = nearness[place - 1]!
          nearest[place] = nearest[place - 1]!
          commonOfNearest[place] = commonOfNearest[place - 1]!
        }
        nearness[place] = near
        nearest[place] = other
        commonOfNearest[place] = common[other]!
      }
    }
    for (let t = 0; t < found.count; t++) common[touched[t]!] = 0
    found.count = kept
    return found
  }
}

/** Counts the common readers of each two of some books, into a symmetric matrix. */
const createPairCounter = ({ groups, readersOf, groupsOf, readerCount, size }: Space) => {
  // A bit for each of the books that a reader or a group has.
  const booksOfReader = new Uint32Array(readerCount)
  const booksOfGroup = new Uint32Array(groups.lists.starts.length)

  const countIn = (
    lists: Lists,
    masks: Uint32Array,
    books: Uint32Array,
    count: number,
    endOf: (book: number) => number,
    weightOf: (list: number) => number,
    into: Float64Array,
  ) => {
    for (let k = 0; k < count; k++) {
      const book = books[k]!
      for (let p = lists.starts[book]!, end = endOf(book); p < end; p++) {
        const list = lists.items[p]!
        const weight = weightOf(list)
        for (let mask = masks[list]!; mask !== 0; mask &= mask - 1)
          into[k * NEIGHBOURS + 31 - Math.clz32(mask & -mask)]! += weight
        masks[list]! |= 1 << k
      }
    }
    for (let k = 0; k < count; k++)
      for (let p = lists.starts[books[k]!]!, end = endOf(books[k]!); p < end; p++) masks[lists.items[p]!] = 0
  }

  return (books: Uint32Array, count: number, pairs: Float64Array) => {
    pairs.fill(0)
    countIn(
      readersOf,
      booksOfReader,
      books,
      count,
      (book) => readersOf.ends[book]!,
      () => 1,
      pairs,
    )
    for (let k = 0; k < count; k++)
      for (let l = 0; l < k; l++)
        pairs[k * NEIGHBOURS + l]! *= readerCount / Math.min(readersOf.limit[books[k]!]!, readersOf.limit[books[l]!]!)
    countIn(
      groupsOf,
      booksOfGroup,
      books,
      count,
      (book) => groupsOf.starts[book + 1]!,
      (group) => groups.weights[group]!,
      pairs,
    )
    for (let k = 0; k < count; k++) {
      pairs[k * NEIGHBOURS + k] = size[books[k]!]!
      for (let l = 0; l < k; l++) pairs[l * NEIGHBOURS + k] = pairs[k * NEIGHBOURS + l]!
    }
  }
}

/** Solves a symmetric positive definite system by Cholesky decomposition; the solution replaces the right-hand side. */
const solve = (matrix: Float64Array, side: Float64Array, count: number) => {
  const n = NEIGHBOURS
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j]!
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k]! * matrix[j * n + k]!
      // Sampled counts can leave the matrix slightly indefinite.
      matrix[i * n + j] = i === j ? Math.sqrt(Math.max(sum, RIDGE.constant)) : sum / matrix[j * n + j]!
    }
    let sum = side[i]!
    for (let k = 0; k < i; k++) sum -= matrix[i * n + k]! * side[k]!
    side[i] = sum / matrix[i * n + i]!
  }
  for (let i = count - 1; i >= 0; i--) {
    let sum = side[i]!
    for (let k = i + 1; k < count; k++) sum -= matrix[k * n + i]! * side[k]!
    side[i] = sum / matrix[i * n + i]!
  }
}
