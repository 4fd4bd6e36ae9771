import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import type { LittleSeen } from './little-seen.ts'
import type { Influence, Popular } from './score-books.ts'

/** 50,000 books with 20 influences each are about 25 MB. */
const MAX_KNOWN = 50_000

/** What the model says of a book: its number there, and what a rating of it says for others. */
export interface ModelBook extends Influence {
  /** Undefined for a book that is newer than the model. */
  number: number | undefined
}

/** The current model: what all requests need of it. */
export interface CurrentModel {
  version: number
  popular: Popular
  littleSeen: LittleSeen
  /** What it says of books that were looked up lately. Nothing in it depends on a reader, and it never changes. */
  known: LRUCache<string, ModelBook>
}

const lastRead = new WeakMap<Services['db'], CurrentModel>()

/** A model never changes, so it is read once. */
export const readVersion = async (db: Services['db'], version: number): Promise<CurrentModel | undefined> => {
  const last = lastRead.get(db)
  if (last?.version === version) return last
  const [model] = await selectModel(db, version)
  if (!model) return undefined
  const current = {
    version,
    popular: toInfluence(model.popular, model.popularity),
    littleSeen: new Uint8Array(model.littleSeen),
    known: new LRUCache<string, ModelBook>({ max: MAX_KNOWN }),
  }
  lastRead.set(db, current)
  return current
}

const selectModel = preparedQuery(
  (version: number) => sql<{ popular: Buffer; popularity: Buffer; littleSeen: Buffer }>`
    select popular, popularity, little_seen from recommendation_models where version = ${version}::int`,
)

/** What the model says of these books, in their order. Those that were not looked up lately are read with one statement. */
export const readModelBooks = async (
  db: Services['db'],
  { version, known }: CurrentModel,
  ids: string[],
): Promise<ModelBook[]> => {
  const found = new Map(ids.map((id) => [id, known.get(id)]))
  const missing = ids.filter((id) => !found.get(id))
  if (missing.length > 0) {
    for (const { bookId, number, targets, weights } of await selectModelBooks(db, version, missing))
      found.set(bookId, { number, ...toInfluence(targets, weights) })
    for (const id of missing) known.set(id, found.get(id) ?? NEWER_BOOK)
  }
  return ids.map((id) => found.get(id) ?? NEWER_BOOK)
}

const selectModelBooks = preparedQuery(
  (version: number, ids: string[]) => sql<{ bookId: string; number: number; targets: Buffer; weights: Buffer }>`
    select book_id, number, targets, weights from recommendation_influences
    where version = ${version}::int and book_id = any(${ids}::uuid[])`,
)

/** Copies the numbers, which would keep the whole answer of the database alive. */
const toInfluence = (targets: Buffer, weights: Buffer): Influence => ({
  targets: new Int32Array(new Uint8Array(targets).buffer),
  weights: new Float32Array(new Uint8Array(weights).buffer),
})

/** The model says nothing of a book that was published after the training. */
export const NEWER_BOOK: ModelBook = { number: undefined, targets: new Int32Array(), weights: new Float32Array() }
