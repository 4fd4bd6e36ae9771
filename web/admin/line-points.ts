const MARGIN = 6

/** The points of a line through these numbers, from 0 at the bottom to the greatest at the top, as an SVG path has them. */
export const linePoints = (
  numbers: readonly number[],
  { width, height }: { width: number; height: number },
): string[] => {
  const most = Math.max(...numbers, 1)
  return numbers.map((number, i) => {
    const x = (i / Math.max(numbers.length - 1, 1)) * width
    const y = height - (number / most) * (height - MARGIN)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
}
