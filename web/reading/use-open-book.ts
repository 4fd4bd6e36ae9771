import { useMemo, useState } from 'react'
import type { RefObject } from 'react'
import { useLocation } from 'react-router'
import { readStoredPosition } from '#web/session/stored-positions.ts'
import type { Pages } from './show-pages.ts'
import { pageOfHash, usePageAddress } from './use-page-address.ts'
import { usePosition } from './use-position.ts'
import { useTextView } from './use-text-view.ts'
import { type ViewerState, useViewer } from './use-viewer.ts'

interface OpenBookOptions {
  bookId: string
  /** What is opened: the file that is kept on this device, or the link. */
  source: string | File | undefined
  /** The user whose position is saved: null for a visitor, undefined until the session is loaded. */
  userId: string | null | undefined
}

/** A book, open at its position, as pages or as text; the page is in the address and is saved. */
export const useOpenBook = (
  viewerContainer: RefObject<HTMLDivElement | null>,
  { bookId, source, userId }: OpenBookOptions,
) => {
  const { hash } = useLocation()
  const [addressed] = useState(pageOfHash(hash))
  const likelyPage = () => addressed ?? (userId ? readStoredPosition(userId, bookId)?.page : undefined)
  const viewer = useViewer(viewerContainer, { bookId, url: source, likelyPage })
  const { pages, reopen } = viewer
  const text = useTextView({ bookId, userId, pages, controls: viewer.controls })
  const { controls } = text
  const state = useMemo(() => withPage(viewer.state, text.page, pages), [viewer.state, text.page, pages])
  const page = pages && state.step === 'open' ? state.page : undefined
  const position = usePosition(userId, bookId, { page, addressed, goToPage: controls.goTo })
  const isShown = state.step === 'open' && position.isRestored
  const jump = usePageAddress({ pages, page: isShown ? page : undefined, goToPage: controls.goTo })
  return { pages, state, page, isShown, text, controls, position, jump, reopen }
}

export type OpenBook = ReturnType<typeof useOpenBook>

/** The state with the page of the text instead of the visible one. */
const withPage = (state: ViewerState, page: number | undefined, pages: Pages | undefined): ViewerState =>
  state.step === 'open' && page !== undefined
    ? { ...state, page, label: state.label === null ? null : (pages?.viewer.getPageView(page - 1)?.pageLabel ?? null) }
    : state
