import type { Pages } from './show-pages.ts'

/** A page, and the words on it that a link shows. */
export interface Passage {
  page: number
  quote: string
}

/** A longer quote is found by its beginning. */
const MAX_QUOTE = 160

/** The address of a passage of this book, to share. */
export const addressOfPassage = ({ page, quote }: Passage) =>
  new URL(`#page=${page}&quote=${encodeURIComponent(quote)}`, window.location.href).href

/** The passage in an address, if there is one. */
export const passageOfHash = (hash: string): Passage | undefined => {
  const values = new URLSearchParams(hash.slice(1))
  const page = Number(values.get('page'))
  const quote = values.get('quote')?.trim().slice(0, MAX_QUOTE)
  return page >= 1 && quote ? { page, quote } : undefined
}

/** The selected words of the pages; undefined if none are. */
export const selectedPassage = ({ viewer }: Pages): Passage | undefined => {
  const selection = document.getSelection()
  const start = selection && !selection.isCollapsed ? selection.getRangeAt(0).startContainer : null
  const layer = start?.parentElement?.closest('.textLayer')
  if (!selection || !layer || !viewer.container.contains(layer)) return undefined
  const quote = wholeWords(selection.toString().replace(/\s+/g, ' ').trim())
  return quote ? { page: Number(layer.closest<HTMLElement>('.page')?.dataset.pageNumber), quote } : undefined
}

const wholeWords = (text: string) => {
  const cut = text.slice(0, MAX_QUOTE)
  return cut.length < text.length && cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut
}

/** Values of pdf.js' FindState. */
const NOT_FOUND = 1
const PENDING = 3

/** Searches the words from their page on, and marks the first match. Resolves to whether there is one. */
export const showPassage = (pages: Pages, { quote }: Passage): Promise<boolean> =>
  new Promise((resolve) => {
    const onState = ({ state }: { state: number }) => {
      if (state === PENDING) return
      pages.events.off('updatefindcontrolstate', onState)
      resolve(state !== NOT_FOUND)
    }
    pages.events.on('updatefindcontrolstate', onState)
    pages.events.dispatch('find', {
      source: pages,
      type: '',
      query: quote,
      caseSensitive: true,
      entireWord: false,
      highlightAll: false,
      findPrevious: false,
      matchDiacritics: true,
    })
  })
