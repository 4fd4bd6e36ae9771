import type { BookView } from '#web/reading/format/book-view.ts'
import { type SpokenPart, spokenPartsOf } from './spoken-parts.ts'

/** What is read aloud: the words of a view, sentence by sentence. */
export interface SpokenText extends Pick<BookView, 'container' | 'rangeOf' | 'inFrame'> {
  partsOf: (page: number) => Promise<SpokenPart[]>
}

export const spokenText = ({ container, rangeOf, inFrame, textOf }: BookView): SpokenText => {
  const known = new Map<number, Promise<SpokenPart[]>>()
  const read = async (page: number) =>
    (await textOf(page)).flatMap((text, block) => spokenPartsOf(text).map((part) => ({ ...part, block })))
  return {
    container,
    rangeOf,
    ...(inFrame && { inFrame }),
    partsOf: (page) => {
      const reading = known.get(page) ?? read(page)
      known.set(page, reading)
      reading.catch(() => known.delete(page))
      return reading
    },
  }
}
