/** Runs the work of one caller one after another, so that slow files do not block others' files; work of nobody at once. */
export const createTurns = () => {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(caller: string | null | undefined, work: () => Promise<T>): Promise<T> => {
    if (!caller) return work()
    const before = last.get(caller)
    const turn = (before ?? Promise.resolve()).then(work, work)
    last.set(caller, turn)
    try {
      return await turn
    } finally {
      if (last.get(caller) === turn) last.delete(caller)
    }
  }
}
