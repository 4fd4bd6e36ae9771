import { getBookText } from '#contract/calls/text-view.ts'
import type { BookText } from '#contract/text-view.ts'
import { api } from '#web/api/api-client.ts'
import { query } from '#web/api/query.ts'
import { readKeptBook } from '#web/session/kept-books.ts'
import { openKeptText } from '#web/session/kept-files.ts'
import { storedUserId } from '#web/session/stored-account.ts'

/** The text of a book: the part that begins with a page, or without one the first pages of the parts. From this device if the book is kept here. */
export const bookText = (bookId: string, from?: number) => {
  const input = { params: { id: bookId }, query: { from } }
  return {
    ...query(getBookText, input),
    queryFn: async () => (await keptText(bookId, from)) ?? api(getBookText, input),
    staleTime: Infinity,
  }
}

let opened: { key: string; reading: Promise<BookText[] | undefined> } | undefined

const keptText = async (bookId: string, from: number | undefined): Promise<BookText | undefined> => {
  const owner = storedUserId()
  const kept = owner ? readKeptBook(owner, bookId) : undefined
  const parts = kept?.textParts ?? []
  if (!owner || !kept || parts.length === 0) return undefined
  if (from === undefined) return { parts, blocks: [] }
  const key = `${owner} ${kept.file}`
  if (opened?.key !== key) opened = { key, reading: readText(owner, bookId) }
  return (await opened.reading)?.[
    Math.max(
      parts.findLastIndex((first) => first <= from),
      0,
    )
  ]
}

const readText = async (owner: string, bookId: string): Promise<BookText[] | undefined> => {
  const file = await openKeptText(owner, bookId)
  return file && (JSON.parse(await file.text()) as BookText[])
}
