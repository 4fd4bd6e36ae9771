/** The messages of how near an own book is to premium. In a file of their own, because every page loads those of premium books. */
export const PROMOTION = {
  rule: (days: number) =>
    `Keep a book in the top-rated section for ${days} days, and our moderators can move it to premium.`,
  progress: (days: number, of: number) => `${days} of ${of} days in top-rated`,
} as const
