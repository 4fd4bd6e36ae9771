import type { BookFile } from '#contract/books.ts'

/**
 * The first requests of the reader's page: the link to the book's file and, once it is known, the first part of the file.
 * The module imports no other, so that it runs while the page's other modules are still being loaded.
 */

/** Also the size of pdf.js' range requests. */
export const PART_BYTES = 2 ** 17

interface EarlyFile {
  bookId: string
  /** Undefined if the call failed: the page repeats it, and shows the error. */
  link: Promise<BookFile | undefined>
  part: Promise<Response | undefined>
}

/** Requests bytes of a file. `Range` needs no preflight if the files have an origin of their own. */
export const fetchBytes = (url: string, begin: number, end: number, signal?: AbortSignal) =>
  fetch(url, { headers: { range: `bytes=${begin}-${end - 1}` }, ...(signal && { signal }) })

const storedToken = () => {
  try {
    return localStorage.getItem('token')
  } catch {
    return null
  }
}

const request = (): EarlyFile | undefined => {
  const bookId = /^(?:\/[a-z]{2}(?:-[a-z]+)?)?\/read\/([\w-]+)$/.exec(location.pathname)?.[1]
  const token = storedToken()
  const search = new URLSearchParams(location.search)
  if (!bookId || search.has('preview') || (!token && !search.has('premium'))) return undefined
  // Literal, because importing the contract would load the modules that this one must not wait for.
  const path = token ? `/api/books/${bookId}/file` : `/api/books/public/premium/${bookId}/file`
  const link = fetch(path, token ? { headers: { authorization: `Bearer ${token}` } } : {})
    .then((response) => (response.ok ? (response.json() as Promise<BookFile>) : undefined))
    .catch(() => undefined)
  const part = link.then((found) => found && fetchBytes(found.url, 0, PART_BYTES)).catch(() => undefined)
  return { bookId, link, part }
}

const early = import.meta.env.SSR ? undefined : request()

/** The book that this document was opened to read. */
export const openedBookId = early?.bookId

let isLinkTaken = false

/** The link that was requested while the page was loading, once: a repeated call needs a new one. */
export const takeEarlyLink = async (bookId: string) => {
  if (isLinkTaken || early?.bookId !== bookId) return undefined
  isLinkTaken = true
  return early.link
}

let isPartTaken = false

/** The response with the first part of this file, once. */
export const takeEarlyPart = async (url: string) => {
  if (isPartTaken || (await early?.link)?.url !== url) return undefined
  isPartTaken = true
  return early?.part
}
