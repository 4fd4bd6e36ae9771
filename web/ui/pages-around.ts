/** The pages that a pager names: the first, the last, and the current one with its neighbours. */
export const pagesAround = (page: number, totalPages: number): number[] => {
  const named = [1, page - 1, page, page + 1, totalPages].filter((number) => number >= 1 && number <= totalPages)
  return [...new Set(named)].sort((a, b) => a - b)
}
