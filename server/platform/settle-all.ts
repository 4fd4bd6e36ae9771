/** Waits until every promise has settled, then throws the first rejection. No task still runs when cleanup starts. */
export const settleAll = async (promises: Promise<unknown>[]): Promise<void> => {
  const results = await Promise.allSettled(promises)
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
