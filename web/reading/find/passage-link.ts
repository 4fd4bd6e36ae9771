import { hashOfPassage } from '#contract/shapes/place-address.ts'
import type { Passage } from '#web/reading/format/book-view.ts'
import { MAX_QUOTE } from '#web/marks/whole-words.ts'

/** The address of a passage of this book, to share. */
export const addressOfPassage = (passage: Passage) => new URL(hashOfPassage(passage), window.location.href).href

/** The passage in an address, if there is one. */
export const passageOfHash = (hash: string): Passage | undefined => {
  const values = new URLSearchParams(hash.slice(1))
  const page = Number(values.get('page'))
  const quote = values.get('quote')?.trim().slice(0, MAX_QUOTE)
  return page >= 1 && quote ? { page, quote } : undefined
}
