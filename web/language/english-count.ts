import { grouped } from '#web/messages/counts.ts'

/** A number with its noun, in English: '1 book', '1,200 books'. Only for messages, whose translations have forms of their own. */
export const englishCount = (count: number, one: string, more: string) =>
  count === 1 ? `1 ${one}` : `${grouped(count)} ${more}`
