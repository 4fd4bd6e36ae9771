import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'

/** What a client set out to write; the ids are known once it was answered. */
export type Attempt =
  | { kind: 'upload'; mark: string; sha256: string; bookId?: string }
  | { kind: 'rating'; bookId: string; userId: string; stars: number }
  | { kind: 'comment'; text: string; commentId?: string }

export type Upload = Extract<Attempt, { kind: 'upload' }>
export type Comment = Extract<Attempt, { kind: 'comment' }>

/** A write, and whether it was answered with 2xx; if not, it may have happened or not. */
interface Known<T> {
  attempt: T
  answered: boolean
}

export const NONE = 0

/**
 * What the clients know of their writes. An answer is on the disk before its client goes on, so that even a crash of
 * the tester would forget none.
 */
export const openJournal = (path: string) => {
  const file = openSync(path, 'a', 0o600)
  const uploads = new Map<string, Known<Upload>>()
  const comments = new Map<string, Known<Comment>>()
  const stars = new Map<string, Set<number>>()

  const know = (attempt: Attempt, answered: boolean) => {
    if (attempt.kind === 'upload') uploads.set(attempt.mark, { attempt, answered })
    else if (attempt.kind === 'comment') comments.set(attempt.text, { attempt, answered })
    else knowStars(attempt, answered)
  }
  const knowStars = ({ bookId, userId, stars: given }: Extract<Attempt, { kind: 'rating' }>, answered: boolean) => {
    const key = `${bookId} ${userId}`
    stars.set(key, answered ? new Set([given]) : (stars.get(key) ?? new Set([NONE])).add(given))
  }

  return {
    /** By what marks them in the database. */
    uploads,
    comments,
    /** By book and reader: the stars that may stand there now, one value unless the last write was not answered. */
    stars,
    begin: (attempt: Attempt) => know(attempt, false),
    answer: (attempt: Attempt) => {
      writeSync(file, `${JSON.stringify(attempt)}\n`)
      fdatasyncSync(file)
      know(attempt, true)
    },
    close: () => closeSync(file),
  }
}

export type Journal = ReturnType<typeof openJournal>
