/** Lists of numbers in two arrays: list `n` is `items` from `starts[n]` to `starts[n + 1]`. */
export interface Lists {
  starts: Uint32Array
  items: Uint32Array
}

/** For lists of books by reader, the lists of readers by book, each in ascending order. */
export const invertLists = ({ starts, items }: Lists, count: number): Lists => {
  const ends = new Uint32Array(count + 1)
  for (const item of items) ends[item + 1]! += 1
  for (let i = 1; i <= count; i++) ends[i]! += ends[i - 1]!
  const inverted = new Uint32Array(items.length)
  const next = ends.slice(0, count)
  for (let list = 0; list + 1 < starts.length; list++)
    for (let p = starts[list]!; p < starts[list + 1]!; p++) inverted[next[items[p]!]!++] = list
  return { starts: ends, items: inverted }
}

/** Collects lists one after the other; the arrays grow as needed. */
export const createListsBuilder = () => {
  let starts = new Uint32Array(1024)
  let items = new Uint32Array(8192)
  let lists = 0
  let length = 0
  return {
    add: (list: ArrayLike<number>) => {
      if (lists + 2 > starts.length) starts = grow(starts, lists + 2)
      if (length + list.length > items.length) items = grow(items, length + list.length)
      items.set(list, length)
      length += list.length
      lists += 1
      starts[lists] = length
    },
    build: (): Lists => ({ starts: starts.subarray(0, lists + 1), items: items.subarray(0, length) }),
  }
}

const grow = (array: Uint32Array<ArrayBuffer>, needed: number) => {
  const grown = new Uint32Array(Math.max(needed, Math.ceil(array.length * 1.5)))
  grown.set(array)
  return grown
}
