const FAILURES = 5
const OPEN_MS = 5000

/** Runs calls of one service. After several failures in a row, calls fail at once for some seconds; then one is tried. */
interface Circuit {
  run: <T>(call: () => Promise<T>) => Promise<T>
}

interface Options {
  /** Whether an error says that the service is down. */
  isFailure: (error: unknown) => boolean
  /** The error of calls that are not made. */
  refusal: () => Error
  now?: () => number
}

export const createCircuit = ({ isFailure, refusal, now = () => performance.now() }: Options): Circuit => {
  let failures = 0
  let refusedUntil = 0
  return {
    run: async (call) => {
      if (failures >= FAILURES) {
        if (now() < refusedUntil) throw refusal()
        // The next calls are refused until this one has shown whether the service is back.
        refusedUntil = now() + OPEN_MS
      }
      try {
        const result = await call()
        failures = 0
        return result
      } catch (error) {
        if (isFailure(error)) {
          failures += 1
          refusedUntil = now() + OPEN_MS
        } else failures = 0
        throw error
      }
    },
  }
}
