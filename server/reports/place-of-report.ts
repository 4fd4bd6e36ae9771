import type { Evidence } from './take-evidence.ts'

/** Where in a book something is, as a reporter's browser says it. */
export interface SentPlace {
  page?: number | undefined
  cfi?: string | undefined
  quote?: string | undefined
}

export interface ReportedPlace {
  page: number
  cfi?: string | undefined
  quote?: string
}

/** Fewer characters than these are anywhere. */
const SHORTEST = 8

/** The place of a report in a book. Its quote has only words of the copied page, so that a reporter can't invent any. */
export const placeOfReport = ({ words, pageNumber }: Evidence, sent: SentPlace): ReportedPlace | undefined => {
  if (pageNumber === null || pageNumber !== sent.page) return undefined
  // A page that was copied as a picture has no place on it.
  if (words['page'] === undefined) return { page: pageNumber }
  const quote = quoteOf(words['page'], sent.quote ?? '')
  return { page: pageNumber, cfi: sent.cfi, ...(quote && { quote }) }
}

/** Its first words, as many as the page has: the others may be on the next one. */
const quoteOf = (page: string, quote: string): string => {
  const [text, wanted] = [oneLine(page), oneLine(quote)]
  for (let end = wanted.length; end >= Math.min(SHORTEST, wanted.length); end = wanted.lastIndexOf(' ', end - 1))
    if (text.includes(wanted.slice(0, end))) return wanted.slice(0, end)
  return ''
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
