/** The only number above 0, as its index: a line through it and nothing else would be a spike. */
export const onlyCounted = (numbers: readonly (number | null | undefined)[]): number | undefined => {
  const counted = numbers.flatMap((number, at) => (number ? [at] : []))
  return counted.length === 1 ? counted[0] : undefined
}

const MAX_SHARE = 1 / 12

/** The bar of one of so many points over this width: around its point, and within the plot. */
export const barAt = (at: number, points: number, width: number): { x: number; width: number } => {
  const wide = width * Math.min(MAX_SHARE, 1 / Math.max(points, 1))
  const middle = (at / Math.max(points - 1, 1)) * width
  return { x: Math.min(Math.max(middle - wide / 2, 0), width - wide), width: wide }
}
