import { setTimeout as pause } from 'node:timers/promises'

/** Asks every 10 ms; false when the time is over and it is still not so. */
export const waitUntil = async (isSo: () => Promise<boolean>, withinMs: number) => {
  const deadline = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > deadline) return false
    await pause(10)
  }
  return true
}
