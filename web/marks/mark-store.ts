import type { Api } from '#contract/api/client.ts'
import { isProblem } from '#contract/api/api-error.ts'
import type { MarkContent } from '#contract/marks.ts'
import { timeOrderedId } from '#web/session/new-id.ts'
import type { MarkOwner, MarkStorage, StoredMark } from '#web/session/stored-marks.ts'
import { writeUnsentMarks } from '#web/session/unsent-marks.ts'
import { type Choice, changedMark, decidedMark } from './merge-marks.ts'
import type { ShownMark } from './place-marks.ts'
import { syncMarks } from './sync-marks.ts'

/** Whether the server has all changes of this device. */
type SyncState = 'sent' | 'unsent' | 'tooMany' | 'refused'

export interface MarksState {
  isLoaded: boolean
  marks: readonly ShownMark[]
  /** Marks that another device has changed as well. */
  conflicts: readonly StoredMark[]
  sync: SyncState
}

const EMPTY: MarksState = { isLoaded: false, marks: [], conflicts: [], sync: 'sent' }

/** A reader's marks in one book: stored in this browser at once, and sent as soon as there is a network. */
export const createMarkStore = (storage: MarkStorage, api: Api, owner: MarkOwner, onChange = () => {}) => {
  let state = EMPTY
  const listeners = new Set<() => void>()
  const set = (next: Partial<MarksState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  const read = async () => {
    const { marks } = await storage.load(owner)
    set({
      isLoaded: true,
      marks: marks.flatMap(({ id, content }) => (content ? [{ id, content }] : [])),
      conflicts: marks.filter(({ conflict }) => conflict),
    })
  }

  let running: Promise<void> | undefined
  let isAgain = false
  const syncOnce = async () => {
    try {
      await syncMarks(storage, api, owner)
      set({ sync: 'sent' })
    } catch (thrown) {
      set({ sync: stateAfter(thrown) })
    }
    await read()
    onChange()
  }
  /** Sends and loads; a change during a run starts another. Never throws: what fails stays stored. */
  const sync = (): Promise<void> => {
    if (running) {
      isAgain = true
      return running
    }
    running = (async () => {
      do {
        isAgain = false
        await syncOnce()
      } while (isAgain)
    })().finally(() => (running = undefined))
    return running
  }

  const write = async (ids: string[], edit: Parameters<MarkStorage['change']>[2]) => {
    writeUnsentMarks(owner.userId, true)
    await storage.change(owner, ids, edit)
    await read()
    onChange()
    void sync()
  }
  const put = (id: string, content: MarkContent | null) =>
    write([id], (current) => changedMark(current, { owner, id, content, change: timeOrderedId() }))

  return {
    owner,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    snapshot: () => state,
    read,
    sync,
    /** Adds a mark and returns its id. */
    add: async (content: MarkContent): Promise<string> => {
      const id = timeOrderedId()
      await put(id, content)
      return id
    },
    addAll: (marks: readonly ShownMark[]) => {
      const contents = new Map(marks.map(({ id, content }) => [id, content]))
      return write([...contents.keys()], (current, id) =>
        changedMark(current, { owner, id, content: contents.get(id) ?? null, change: timeOrderedId() }),
      )
    },
    /** Changes a mark; also brings back a deleted one. */
    change: put,
    remove: (id: string) => put(id, null),
    decide: (id: string, choice: Choice) =>
      write([id], (current) => current && decidedMark(current, choice, timeOrderedId())),
  }
}

export type MarkStore = ReturnType<typeof createMarkStore>

const stateAfter = (thrown: unknown): SyncState => {
  if (isProblem(thrown, 'conflict')) return 'tooMany'
  return isProblem(thrown, 'validation') || isProblem(thrown, 'not_found') ? 'refused' : 'unsent'
}
