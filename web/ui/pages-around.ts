/** The pages that a pager links to: the first, the last, and the current one with its neighbours. */
export const pagesAround = (page: number, totalPages: number): number[] => {
  const pages = [1, page - 1, page, page + 1, totalPages].filter((number) => number >= 1 && number <= totalPages)
  return [...new Set(pages)].sort((a, b) => a - b)
}
