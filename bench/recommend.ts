/** Measures recommendations: `npm run bench:recommend -- --ratings FILE [--books FILE] [--seed N]`. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { compareContent } from '#server/recommendations/compare-content.ts'
import { groupBooks } from '#server/recommendations/group-books.ts'
import { createListsBuilder, invertLists, type Lists } from '#server/recommendations/lists.ts'
import { chooseBooks, findLittleSeen } from '#server/recommendations/little-seen.ts'
import {
  influencesOf,
  popularBooks,
  scoreBooks,
  type Influence,
  type Scored,
} from '#server/recommendations/score-books.ts'
import { trainModel } from '#server/recommendations/train-model.ts'
import { type CatalogueBook, readCatalogue } from './catalogue.ts'

const SIZES = [10, 20]
const TEST_SHARE = 0.2
const UNSEEN_SHARE = 0.1
/** The ratings that are shown of an unseen reader. */
const SHOWN = 3
/** The item-kNN of the comparison. */
const KNN = 20
/** Some fall out by the rule of two by one author. */
const CANDIDATES_PER_PLACE = 4

const { values } = parseArgs({
  options: { ratings: { type: 'string' }, books: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
if (!values.ratings || !Number.isSafeInteger(Number(values.seed))) {
  console.error('Usage: npm run bench:recommend -- --ratings FILE [--books FILE] [--seed N]')
  process.exit(2)
}

interface Rating {
  book: number
  stars: number
}

/** The ratings of each reader; books are numbered from 0. */
const readHistories = async (path: string) => {
  const numbers = new Map<string, number>()
  const histories = new Map<string, Rating[]>()
  for await (const line of createInterface(createReadStream(path))) {
    const [user = '', id = '', stars] = line.split(',')
    if (!Number(stars)) continue
    const book = numbers.get(id) ?? numbers.size
    numbers.set(id, book)
    const history = histories.get(user)
    if (history) history.push({ book, stars: Number(stars) })
    else histories.set(user, [{ book, stars: Number(stars) }])
  }
  return { histories: [...histories.values()], ids: [...numbers.keys()] }
}

/** The generator mulberry32: the same numbers for the same seed. */
const createRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const shuffle = <T>(list: readonly T[], random: () => number): T[] => {
  const shuffled = [...list]
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!]
  }
  return shuffled
}

/** A reader of the test: what is shown of them, and what is to be found. */
interface Case {
  shown: Rating[]
  hidden: Set<number>
}

/** Recommends a number of books for a reader. */
type Recommend = (shown: Rating[], count: number) => number[]

const toLists = (histories: Rating[][]): Lists => {
  const builder = createListsBuilder()
  for (const history of histories) builder.add(history.map(({ book }) => book))
  return builder.build()
}

const without =
  (shown: Rating[]) =>
  (book: number): boolean =>
    shown.some((rating) => rating.book === book)

/** Our books for a reader: in the order of the model, then with the rule of two by one author, then also with the place for little-seen books. */
const ours = async (histories: Lists, books: number, catalogue: CatalogueBook[] | undefined) => {
  const words = catalogue?.map((book) => ({ ...book, caption: '' }))
  const model = trainModel({
    books,
    histories,
    ...(words && { groups: await groupBooks(words), content: await compareContent(words) }),
  })
  const influence = influencesOf(model)
  const rows = Array.from({ length: books }, (_, book) => influence(book))
  const current = { popular: popularBooks(model), littleSeen: findLittleSeen(model.readers) }
  const score = (shown: Rating[], count: number) => {
    const tastes = shown.map(({ book, stars }) => ({ ...rows[book]!, stars }))
    return scoreBooks(tastes, current, without(shown), count)
  }
  const toChoose = ({ book }: Scored) => ({ id: book, author: catalogue?.[book]?.author || String(book) })
  const choose = (shown: Rating[], count: number, hasSmallPlace: boolean) => {
    const { best, littleSeen } = score(shown, count * CANDIDATES_PER_PLACE)
    const chosen = chooseBooks(best.map(toChoose), hasSmallPlace ? littleSeen.map(toChoose) : [], count)
    return chosen.books.map(({ id }) => id)
  }
  return {
    plain: (shown, count) => score(shown, count).best.map(({ book }) => book),
    limited: (shown, count) => choose(shown, count, false),
    withSmallPlace: (shown, count) => choose(shown, count, true),
  } satisfies Record<string, Recommend>
}

const mostPopular = (histories: Lists, books: number): Recommend => {
  const { starts } = invertLists(histories, books)
  const ranked = Array.from({ length: books }, (_, book) => book).sort(
    (a, b) => starts[b + 1]! - starts[b]! - (starts[a + 1]! - starts[a]!),
  )
  return (shown, count) => {
    const isShown = without(shown)
    const found: number[] = []
    for (const book of ranked) {
      if (found.length === count) break
      if (!isShown(book)) found.push(book)
    }
    return found
  }
}

/** The cosine of the readers of two books, for each book with its 20 nearest. */
const itemKnn = (histories: Lists, books: number): Recommend => {
  const readers = invertLists(histories, books)
  const count = (book: number) => readers.starts[book + 1]! - readers.starts[book]!
  const rows: Influence[] = []
  const nearest = Array.from({ length: books }, () => new Map<number, number>())
  const common = new Uint32Array(books)
  for (let book = 0; book < books; book++) {
    common.fill(0)
    for (const reader of readers.items.subarray(readers.starts[book], readers.starts[book + 1]))
      for (const other of histories.items.subarray(histories.starts[reader], histories.starts[reader + 1]))
        common[other]! += 1
    const near = [...common.keys()]
      .filter((other) => other !== book && common[other]! > 0)
      .map((other) => ({ other, cosine: common[other]! / Math.sqrt(count(book) * count(other)) }))
      .sort((a, b) => b.cosine - a.cosine)
    for (const { other, cosine } of near.slice(0, KNN)) nearest[other]!.set(book, cosine)
  }
  for (const targets of nearest)
    rows.push({ targets: Int32Array.from(targets.keys()), weights: Float32Array.from(targets.values()) })
  return (shown, size) => {
    const scores = new Float64Array(books)
    for (const { book } of shown)
      for (let i = 0; i < rows[book]!.targets.length; i++) scores[rows[book]!.targets[i]!]! += rows[book]!.weights[i]!
    for (const { book } of shown) scores[book] = -1
    return [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!).slice(0, size)
  }
}

const print = (name: string, measure: string, value: number) => console.log(`${name} ${measure} ${value.toFixed(4)}`)

/** Prints the measures of one model and returns its NDCG@10. Readers without hidden books have no share in them. */
const measure = (name: string, cases: Case[], books: number, recommend: Recommend) => {
  const lists = cases.map(({ shown }) => recommend(shown, Math.max(...SIZES)))
  let first = 0
  for (const size of SIZES) {
    const recommended = new Set<number>()
    const sums = { precision: 0, recall: 0, ndcg: 0 }
    for (const [n, { hidden }] of cases.entries()) {
      const list = lists[n]!.slice(0, size)
      const gains = list.map((book, place) => (hidden.has(book) ? 1 / Math.log2(place + 2) : 0))
      const hits = gains.filter((gain) => gain > 0).length
      let ideal = 0
      for (let place = 0; place < Math.min(size, hidden.size); place++) ideal += 1 / Math.log2(place + 2)
      sums.precision += hits / size
      sums.recall += hits / hidden.size
      sums.ndcg += gains.reduce((sum, gain) => sum + gain, 0) / ideal
      for (const book of list) recommended.add(book)
    }
    print(name, `Precision@${size}`, sums.precision / cases.length)
    print(name, `Recall@${size}`, sums.recall / cases.length)
    print(name, `NDCG@${size}`, sums.ndcg / cases.length)
    print(name, `coverage@${size}`, recommended.size / books)
    first ||= sums.ndcg / cases.length
  }
  return first
}

const random = createRandom(Number(values.seed))
const { histories, ids } = await readHistories(values.ratings)
const books = ids.length
const byId = values.books && new Map((await readCatalogue(values.books)).map((book) => [String(book.id), book]))
const UNKNOWN: CatalogueBook = { id: 0, title: '', author: '', genre: 'Fiction', year: null, tags: [], ratingsCount: 0 }
const catalogue = byId ? ids.map((id) => byId.get(id) ?? UNKNOWN) : undefined

const splits = histories.map((history) => {
  const shuffled = shuffle(history, random)
  const hidden = Math.round(history.length * TEST_SHARE)
  return { shown: shuffled.slice(hidden), hidden: new Set(shuffled.slice(0, hidden).map(({ book }) => book)) }
})
const cases = splits.filter(({ hidden }) => hidden.size > 0)
const training = toLists(shuffle(splits, random).map(({ shown }) => shown))
const { plain, limited, withSmallPlace } = await ours(training, books, catalogue)
const plainNdcg = measure('ours', cases, books, plain)
measure('item-kNN', cases, books, itemKnn(training, books))
measure('most-popular', cases, books, mostPopular(training, books))

const limitedNdcg = measure('ours-two-by-one-author', cases, books, limited)
const servedNdcg = measure('ours-with-small-authors-place', cases, books, withSmallPlace)
print('cost-of-two-by-one-author', 'NDCG@10', plainNdcg - limitedNdcg)
print('cost-of-small-authors-place', 'NDCG@10', limitedNdcg - servedNdcg)

const order = shuffle(histories, random)
const unseenCount = Math.round(order.length * UNSEEN_SHARE)
const unseen = order.slice(0, unseenCount).flatMap((history) => {
  const shuffled = shuffle(history, random)
  const hidden = new Set(shuffled.slice(SHOWN).map(({ book }) => book))
  return hidden.size > 0 ? [{ shown: shuffled.slice(0, SHOWN), hidden }] : []
})
const seen = toLists(order.slice(unseenCount))
const popularFirst = measure('unseen-most-popular', unseen, books, mostPopular(seen, books))
const oursFirst = measure('unseen-ours', unseen, books, (await ours(seen, books, catalogue)).plain)
print('unseen-ours', 'NDCG@10/most-popular', oursFirst / popularFirst)
