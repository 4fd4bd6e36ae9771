import { type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames, openDB } from 'idb'
import type { Mark, MarkContent } from '#contract/marks.ts'

/** The user and the book that marks belong to. */
export interface MarkOwner {
  userId: string
  bookId: string
}

/** A mark as this browser has it. */
export interface StoredMark extends MarkOwner {
  id: string
  /** Null if the mark is deleted. */
  content: MarkContent | null
  /** The version on the server that `content` is based on; 0 if there is none. */
  version: number
  /** The id of the last change. */
  change: string
  /** The ids of the changes that were sent since the last answer: one of them may have arrived. */
  sent: string[]
  /** Set until the server has the last change. Marks without it are not in the index of unsent ones. */
  unsent?: 1
  /** The mark as the server has it, if another device has changed it as well. */
  conflict?: Mark
}

export interface MarkStorage {
  /** The marks of a book and the revision up to which they were loaded from the server. */
  load: (owner: MarkOwner) => Promise<{ marks: StoredMark[]; revision: number }>
  /**
   * Replaces each of these marks by what `edit` makes of it, all or nothing. With `loaded` also sets the revision, and does
   * nothing if it is no longer the one that was asked from: another tab has loaded more, or a logout has removed the marks.
   */
  change: (
    owner: MarkOwner,
    ids: string[],
    edit: (current: StoredMark | undefined, id: string) => StoredMark | undefined,
    loaded?: { since: number; revision: number },
  ) => Promise<void>
  /** The ids of the books in which this user has unsent changes. */
  booksWithUnsent: (userId: string) => Promise<string[]>
  /** At logout: removes all marks that the server has. */
  removeSent: () => Promise<void>
}

interface Schema extends DBSchema {
  marks: { key: [string, string, string]; value: StoredMark; indexes: { unsent: [string, number] } }
  revisions: { key: [string, string]; value: number }
}

const upgrade = (db: IDBPDatabase<Schema>) => {
  db.createObjectStore('marks', { keyPath: ['userId', 'bookId', 'id'] }).createIndex('unsent', ['userId', 'unsent'])
  db.createObjectStore('revisions')
}

type Database = IDBPDatabase<Schema>
const STORES = ['marks', 'revisions'] satisfies StoreNames<Schema>[]

type Mode = 'readonly' | 'readwrite'
type Transaction<M extends Mode> = IDBPTransaction<Schema, typeof STORES, M>

/**
 * The database, opened again after the browser has closed it or the page was left. WebKit locks the stores of a page
 * that is left during a transaction for as long as the tab lives, so those that run are aborted first; a page that
 * comes back from the browser's cache runs them again.
 */
const connectionTo = (open: (terminated: () => void) => Promise<Database>) => {
  let opening: Promise<Database> | undefined
  const running = new Set<{ abort: () => void }>()
  const connect = () => {
    const attempt = open(() => forget())
    const forget = () => {
      if (opening === attempt) opening = undefined
    }
    attempt.catch(forget)
    return (opening = attempt)
  }
  window.addEventListener('pagehide', () => {
    const left = [...running]
    running.clear()
    for (const trx of left) {
      try {
        trx.abort()
      } catch {
        // It ends already.
      }
    }
    void opening?.then((db) => db.close())
    opening = undefined
  })
  /** Runs `work` in a transaction, and once more if the page was left meanwhile. Resolves when it is committed. */
  const run = async <M extends Mode, Result>(
    mode: M,
    work: (trx: Transaction<M>) => Promise<Result>,
  ): Promise<Result> => {
    const trx = (await (opening ?? connect())).transaction(STORES, mode)
    running.add(trx)
    try {
      const [result] = await Promise.all([work(trx), trx.done])
      return result
    } catch (error) {
      if (running.has(trx)) throw error
      return await run(mode, work)
    } finally {
      running.delete(trx)
    }
  }
  return { open: connect, run }
}

const browserMarks = ({ run }: Pick<ReturnType<typeof connectionTo>, 'run'>): MarkStorage => ({
  load: ({ userId, bookId }) =>
    run('readonly', async (trx) => {
      const [marks, revision = 0] = await Promise.all([
        trx.objectStore('marks').getAll(IDBKeyRange.bound([userId, bookId], [userId, bookId, []])),
        trx.objectStore('revisions').get([userId, bookId]),
      ])
      return { marks, revision }
    }),
  change: ({ userId, bookId }, ids, edit, loaded) =>
    run('readwrite', async (trx) => {
      const marks = trx.objectStore('marks')
      const revisions = trx.objectStore('revisions')
      if (loaded && ((await revisions.get([userId, bookId])) ?? 0) !== loaded.since) return
      const changeOne = async (id: string) => {
        const mark = edit(await marks.get([userId, bookId, id]), id)
        if (mark) await marks.put(mark)
      }
      const changes = ids.map(changeOne)
      if (loaded) changes.push(revisions.put(loaded.revision, [userId, bookId]).then())
      await Promise.all(changes)
    }),
  booksWithUnsent: async (userId) => {
    const unsent = await run('readonly', (trx) => trx.objectStore('marks').index('unsent').getAllKeys([userId, 1]))
    return [...new Set(unsent.map(([, bookId]) => bookId))]
  },
  removeSent: () =>
    run('readwrite', async (trx) => {
      const removals = [trx.objectStore('revisions').clear()]
      for await (const cursor of trx.objectStore('marks')) if (!cursor.value.unsent) removals.push(cursor.delete())
      await Promise.all(removals)
    }),
})

/** Marks that live as long as the page, for browsers that block storage. */
export const memoryMarks = (): MarkStorage => {
  const books = new Map<string, { marks: Map<string, StoredMark>; revision: number }>()
  const bookOf = ({ userId, bookId }: MarkOwner) => {
    const key = `${userId}:${bookId}`
    const book = books.get(key) ?? { marks: new Map<string, StoredMark>(), revision: 0 }
    books.set(key, book)
    return book
  }
  const all = () => [...books.values()].flatMap(({ marks }) => [...marks.values()])
  return {
    load: async (owner) => {
      const { marks, revision } = bookOf(owner)
      return { marks: [...marks.values()], revision }
    },
    change: async (owner, ids, edit, loaded) => {
      const book = bookOf(owner)
      if (loaded && book.revision !== loaded.since) return
      for (const id of ids) {
        const mark = edit(book.marks.get(id), id)
        if (mark) book.marks.set(id, mark)
      }
      book.revision = loaded?.revision ?? book.revision
    },
    booksWithUnsent: async (userId) => [
      ...new Set(all().flatMap((mark) => (mark.userId === userId && mark.unsent ? [mark.bookId] : []))),
    ],
    removeSent: async () => {
      for (const { userId, bookId, id, unsent } of all()) if (!unsent) bookOf({ userId, bookId }).marks.delete(id)
      for (const book of books.values()) book.revision = 0
    },
  }
}

let storage: Promise<MarkStorage> | undefined

const openStorage = async (): Promise<MarkStorage> => {
  try {
    const connection = connectionTo((terminated) => openDB<Schema>('marks', 1, { upgrade, terminated }))
    await connection.open()
    return browserMarks(connection)
  } catch {
    return memoryMarks()
  }
}

/** This browser's marks. */
export const storedMarks = (): Promise<MarkStorage> => (storage ??= openStorage())
