/** Waits for all of them, also when one fails, and only then throws the first failure: what is cleaned up next stays clean. */
export const settleAll = async (works: Promise<unknown>[]): Promise<void> => {
  const results = await Promise.allSettled(works)
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
