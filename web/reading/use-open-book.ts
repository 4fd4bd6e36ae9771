import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useLocation } from 'react-router'
import type { Book } from '#contract/books.ts'
import { placeOfHash } from '#contract/shapes/place-address.ts'
import type { Place } from '#contract/shapes/place.ts'
import { readStoredPosition } from '#web/session/stored-positions.ts'
import type { BookView, Passage } from '#web/reading/format/book-view.ts'
import type { OpenedBook, ViewerState } from '#web/reading/format/opened-book.ts'
import { usePageAddress } from '#web/reading/position/use-page-address.ts'
import { usePosition } from '#web/reading/position/use-position.ts'
import { useTextView } from '#web/reading/text/use-text-view.ts'
import { useViewer } from './use-viewer.ts'

interface OpenBookOptions {
  book: Pick<Book, '_id' | 'format'>
  /** What is opened: the file that is kept on this device, or the link. */
  source: string | File | undefined
  /** The user whose position is saved: null for a visitor, undefined until the session is loaded. */
  userId: string | null | undefined
  /** The version of the file that is opened. */
  fileVersion: number
}

/** A book, open at its position; the page is in the address and is saved. Pages may be shown as text. */
export const useOpenBook = (
  viewerContainer: RefObject<HTMLDivElement | null>,
  { book: { _id: bookId, format }, source, userId, fileVersion }: OpenBookOptions,
) => {
  const { hash } = useLocation()
  const [addressed] = useState(placeOfHash(hash))
  const reached = useRef<Place>(undefined)
  const likelyPlace = () => reached.current ?? addressed ?? (userId ? readStoredPosition(userId, bookId) : undefined)
  const { opened: book, reopen, ...viewer } = useViewer(viewerContainer, { bookId, format, source, likelyPlace })
  const text = useTextView({ bookId, userId, pages: book?.shows === 'pages' ? book.view : undefined })
  const view = text.view ?? book?.view
  const goTo = useGoTo(view)
  const state = useMemo(() => withPage(viewer.state, text.page, book), [viewer.state, text.page, book])
  const { page, cfi } = book && state.step === 'open' ? state : {}
  const place = useMemo(() => (page === undefined ? undefined : { page, ...(cfi && { cfi }) }), [page, cfi])
  const position = usePosition(userId, bookId, { place, addressed, goTo, fileVersion })
  // While another file takes the place of the one that is open, nothing is.
  const isShown = place !== undefined && position.isRestored
  useEffect(() => {
    if (isShown) reached.current = place
  }, [isShown, place])
  const jump = usePageAddress({ book, page: isShown ? page : undefined, goTo })
  return { book, view, state, page, isShown, text, position, jump, reopen }
}

export type OpenBook = ReturnType<typeof useOpenBook>

/** Goes to a place of whatever is shown then. */
const useGoTo = (view: BookView | undefined) => {
  const shown = useRef(view)
  useLayoutEffect(() => {
    shown.current = view
  }, [view])
  return useCallback((place: Place | Passage) => shown.current?.goTo(place), [])
}

/** The state with the page of the text instead of the visible one. */
const withPage = (state: ViewerState, page: number | undefined, book: OpenedBook | undefined): ViewerState => {
  if (state.step !== 'open' || page === undefined) return state
  return { ...state, page, label: state.label === null ? null : (book?.pageName(page) ?? null) }
}
