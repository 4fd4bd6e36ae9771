import { type Throttle, UNTHROTTLED } from './create-throttle.ts'
import { createListsBuilder, type Lists } from './lists.ts'

/** Books that belong together, and how many readers each group counts as. */
export interface BookGroups {
  lists: Lists
  weights: Float32Array
}

export interface BookWords {
  title: string
  author: string
  caption: string
}

/** An author counts as 1.5² readers of all their books, a series as 2². */
const READERS = { author: 2.25, series: 4 }
/** A larger group says little, and its pairs would take long. */
const LARGEST_GROUP = 300

export const NO_GROUPS: BookGroups = { lists: createListsBuilder().build(), weights: new Float32Array() }

/** The series in a title such as 'Catching Fire (The Hunger Games, #2)'. */
const SERIES = /\(([^()]*?),? *#?[\d.-]*\)$/

/** The books of each author and of each series, if they have more than one. */
export const groupBooks = async (
  books: Iterable<Pick<BookWords, 'title' | 'author'>>,
  throttle: Throttle = UNTHROTTLED,
): Promise<BookGroups> => {
  const groups = { author: new Map<string, number[]>(), series: new Map<string, number[]>() }
  let number = 0
  for (const { title, author } of books) {
    for (const name of author.split(',')) add(groups.author, name, number)
    const series = SERIES.exec(title)?.[1]
    if (series) add(groups.series, series, number)
    number += 1
    await throttle()
  }
  const lists = createListsBuilder()
  const weights: number[] = []
  for (const kind of ['author', 'series'] as const)
    for (const members of groups[kind].values()) {
      if (members.length < 2 || members.length > LARGEST_GROUP) continue
      lists.add(members)
      weights.push(READERS[kind])
    }
  return { lists: lists.build(), weights: Float32Array.from(weights) }
}

const add = (groups: Map<string, number[]>, name: string, number: number) => {
  const key = name.trim().toLowerCase()
  if (key === '') return
  const members = groups.get(key)
  if (!members) groups.set(key, [number])
  else if (members.at(-1) !== number) members.push(number)
}
