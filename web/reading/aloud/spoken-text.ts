import type { BookView } from '#web/reading/format/book-view.ts'
import { type SpokenPart, spokenPartsOf } from './spoken-parts.ts'

/** What is read aloud: the words of a view, sentence by sentence. */
export interface SpokenText extends Pick<BookView, 'container' | 'rangeOf' | 'inFrame' | 'narration'> {
  partsOf: (page: number) => Promise<SpokenPart[]>
}

/** With the descriptions of pictures and formulas if `isDescribed`. */
export const spokenText = (view: BookView, isDescribed: boolean): SpokenText => {
  const { container, rangeOf, inFrame, textOf, spokenChanges, narration } = view
  const known = new Map<number, Promise<SpokenPart[]>>()
  const read = async (page: number) => {
    // A chapter that a person reads needs no voice.
    const narrated = (await narration?.wordsOf(page)) ?? []
    if (narrated.length > 0) return narrated.map((part) => ({ ...part, block: 0 }))
    const texts = await textOf(page)
    const all = await spokenChanges?.(page)
    const changes = all?.filter(({ isDescription }) => isDescribed || !isDescription)
    return texts.flatMap((text, block) => spokenPartsOf(text, changes).map((part) => ({ ...part, block })))
  }
  return {
    container,
    rangeOf,
    ...(inFrame && { inFrame }),
    ...(narration && { narration }),
    partsOf: (page) => {
      const reading = known.get(page) ?? read(page)
      known.set(page, reading)
      reading.catch(() => known.delete(page))
      return reading
    },
  }
}
