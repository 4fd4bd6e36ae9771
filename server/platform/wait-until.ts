import { setTimeout as pause } from 'node:timers/promises'

/** Checks the condition every 10 ms. Resolves to true when it holds, to false after `timeoutMs`. */
export const waitUntil = async (condition: () => Promise<boolean>, timeoutMs: number) => {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > deadline) return false
    await pause(10)
  }
  return true
}
