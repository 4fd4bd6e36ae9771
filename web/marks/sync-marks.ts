import { isProblem } from '#contract/api/api-error.ts'
import type { Api } from '#contract/api/client.ts'
import { CHANGES_MAX } from '#contract/values/marks.ts'
import { listMarks, saveMarks } from '#contract/calls/marks.ts'
import type { MarkOwner, MarkStorage, StoredMark } from '#web/session/stored-marks.ts'
import { readToken } from '#web/session/token.ts'
import { changeOf, notSent, receivedMark, sentMark } from './merge-marks.ts'

/** Sends the changes of this device in a book, then loads those of the others. Throws if a change could not be saved. */
export const syncMarks = async (storage: MarkStorage, api: Api, owner: MarkOwner): Promise<void> => {
  try {
    const refusal = await sendMarks(storage, api, owner)
    await loadMarks(storage, api, owner)
    if (refusal !== undefined) throw refusal
  } catch (thrown) {
    if (isProblem(thrown, 'not_found')) await stopSending(storage, owner)
    throw thrown
  }
}

/** In a book that is gone: a logout removes its marks, and asks nobody about them. */
const stopSending = async (storage: MarkStorage, owner: MarkOwner) => {
  const { marks } = await storage.load(owner)
  const ids = marks.map(({ id }) => id)
  await storage.change(owner, ids, (current) => current && notSent(current))
}

/** Returns what a change was refused with: the others are sent all the same. */
const sendMarks = async (storage: MarkStorage, api: Api, owner: MarkOwner): Promise<unknown> => {
  const { marks } = await storage.load(owner)
  const unsent = marks.filter((mark) => mark.unsent && !mark.conflict)
  let refusal: unknown
  for (let from = 0; from < unsent.length; from += CHANGES_MAX) {
    const batch = unsent.slice(from, from + CHANGES_MAX)
    try {
      await sendBatch(storage, api, owner, batch)
    } catch (thrown) {
      if (!isProblem(thrown, 'validation')) throw thrown
      refusal = thrown
      for (const mark of batch.length > 1 ? batch : []) {
        await sendBatch(storage, api, owner, [mark]).catch((each: unknown) => {
          if (!isProblem(each, 'validation')) throw each
        })
      }
    }
  }
  return refusal
}

const sendBatch = async (storage: MarkStorage, api: Api, owner: MarkOwner, batch: StoredMark[]) => {
  const ids = batch.map(({ id }) => id)
  const changes = new Map<string, StoredMark>()
  await storage.change(owner, ids, (current, id) => {
    if (!current?.unsent || current.conflict) return undefined
    const mark = sentMark(current)
    changes.set(id, mark)
    return mark
  })
  if (changes.size === 0) return
  const { saved, conflicts } = await api(saveMarks, {
    params: { id: owner.bookId },
    body: { changes: [...changes.values()].map(changeOf) },
  })
  const answered = new Map([...saved, ...conflicts].map((mark) => [mark.id, mark]))
  await storage.change(owner, [...answered.keys()], (current, id) => {
    const mark = answered.get(id)
    return mark && receivedMark(current, owner, mark)
  })
}

const loadMarks = async (storage: MarkStorage, api: Api, owner: MarkOwner) => {
  const token = readToken()
  for (let isComplete = false; !isComplete;) {
    const { revision: since } = await storage.load(owner)
    const loaded = await api(listMarks, { params: { id: owner.bookId }, query: { since: String(since) } })
    // What was loaded from the beginning fits a storage that a logout has emptied too.
    if (readToken() !== token) throw new Error('The session ended')
    const changed = new Map(loaded.marks.map((mark) => [mark.id, mark]))
    if (changed.size > 0) {
      await storage.change(
        owner,
        [...changed.keys()],
        (current, id) => {
          const mark = changed.get(id)
          return mark && receivedMark(current, owner, mark)
        },
        { since, revision: loaded.revision },
      )
    }
    isComplete = loaded.isComplete
  }
}
