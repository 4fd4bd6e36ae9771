/** Other errors of a store are thrown: they don't say that the file is missing. */
export const undefinedIfMissing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
