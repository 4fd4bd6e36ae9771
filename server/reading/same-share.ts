/** How much of a book with so many pages lies before a page. */
export const shareOf = (page: number, pages: number): number =>
  pages > 1 ? (Math.min(page, pages) - 1) / (pages - 1) : 0

/** The page before which so much of a book lies. */
export const pageAt = (share: number, pages: number): number => 1 + Math.round(share * (pages - 1))
