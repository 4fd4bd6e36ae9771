/** The letters to insert, delete, replace or swap with their neighbour to turn one word into the other (optimal string alignment). */
export const editDistance = (one: string, other: string): number => distances(one, other).at(-1) ?? 0

/** The same to the nearest beginning of the other word. */
export const prefixDistance = (prefix: string, word: string): number => Math.min(...distances(prefix, word))

/** The distances of `one` to each beginning of `other`, the empty one first. */
const distances = (one: string, other: string): number[] => {
  const [from, to] = [[...one], [...other]]
  let before: number[] = []
  let last = to.map((_, j) => j).concat(to.length)
  for (const [i, letter] of from.entries()) {
    const row = [i + 1]
    for (const [j, wanted] of to.entries()) {
      const isSwapped = i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === wanted
      row.push(
        Math.min(
          at(last, j + 1) + 1,
          at(row, j) + 1,
          at(last, j) + (letter === wanted ? 0 : 1),
          isSwapped ? at(before, j - 1) + 1 : Infinity,
        ),
      )
    }
    before = last
    last = row
  }
  return last
}

const at = (row: number[], i: number) => row[i] ?? Infinity
