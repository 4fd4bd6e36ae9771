import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'

/** A write that a client attempted. The ids are known after the response. */
export type Attempt =
  | { kind: 'upload'; mark: string; sha256: string; bookId?: string }
  | { kind: 'rating'; bookId: string; userId: string; stars: number }
  | { kind: 'comment'; text: string; commentId?: string }
  | { kind: 'draft'; bookId: string; title: string }

export type Upload = Extract<Attempt, { kind: 'upload' }>
export type Comment = Extract<Attempt, { kind: 'comment' }>

/** A write and whether its response was 2xx. Without a response it may have happened or not. */
interface Entry<T> {
  attempt: T
  answered: boolean
}

export const NONE = 0

const recordValue = <T>(
  possible: Map<string, Set<T>>,
  key: string,
  value: T,
  { answered, first }: { answered: boolean; first: T },
) => possible.set(key, answered ? new Set([value]) : (possible.get(key) ?? new Set([first])).add(value))

/** Records the writes of the clients. Each response is flushed to disk before its client continues. */
export const openJournal = (path: string) => {
  const file = openSync(path, 'a', 0o600)
  const uploads = new Map<string, Entry<Upload>>()
  const comments = new Map<string, Entry<Comment>>()
  const stars = new Map<string, Set<number>>()
  const drafts = new Map<string, Set<string>>()

  const record = (attempt: Attempt, answered: boolean) => {
    if (attempt.kind === 'upload') uploads.set(attempt.mark, { attempt, answered })
    else if (attempt.kind === 'comment') comments.set(attempt.text, { attempt, answered })
    else if (attempt.kind === 'draft') recordValue(drafts, attempt.bookId, attempt.title, { answered, first: '' })
    else recordValue(stars, `${attempt.bookId} ${attempt.userId}`, attempt.stars, { answered, first: NONE })
  }

  return {
    /** By their unique text in the database. */
    uploads,
    comments,
    /** By book and reader: the possible values of the rating, one unless the last write had no response. */
    stars,
    /** By book: the possible titles of a draft, in the same way. */
    drafts,
    begin: (attempt: Attempt) => record(attempt, false),
    answer: (attempt: Attempt) => {
      writeSync(file, `${JSON.stringify(attempt)}\n`)
      fdatasyncSync(file)
      record(attempt, true)
    },
    close: () => closeSync(file),
  }
}

export type Journal = ReturnType<typeof openJournal>
