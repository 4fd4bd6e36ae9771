import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { savedZoom, writeZoom } from '#web/session/zoom.ts'
import { loadPdf } from './load-pdf.ts'
import { type Pages, type ViewState, showPages } from './show-pages.ts'

export type ViewerState = { step: 'opening' | 'failed' } | ({ step: 'open' } & ViewState)

export interface PageControls {
  goTo: (page: number) => void
  /** As `goTo`, with an entry in the history. */
  jumpTo: (page: number) => void
  goBy: (pages: number) => void
  zoomIn: () => void
  zoomOut: () => void
  fitPage: () => void
}

/** Loads a PDF, once its address is known, and shows it in `viewerContainer`, whose only child gets the pages. */
export const useViewer = (
  viewerContainer: RefObject<HTMLDivElement | null>,
  { bookId, url }: { bookId: string; url: string | File | undefined },
) => {
  const [state, setState] = useState<ViewerState>({ step: 'opening' })
  const [pages, setPages] = useState<Pages>()
  const [attempt, setAttempt] = useState(0)
  const current = useRef<Pages>(undefined)

  useEffect(() => {
    const unmount = new AbortController()
    const container = viewerContainer.current
    if (!container || !url) return
    const fail = () => {
      if (unmount.signal.aborted) return
      unmount.abort()
      current.current = undefined
      setPages(undefined)
      setState({ step: 'failed' })
    }
    const open = async () => {
      setState({ step: 'opening' })
      const { pdf, refusal, close } = await loadPdf({ url })
      if (unmount.signal.aborted) return close()
      unmount.signal.addEventListener('abort', close)
      refusal.catch(fail)
      const onChange = (view: ViewState) => setState({ step: 'open', ...view })
      const shown = await showPages(pdf, container, { signal: unmount.signal, zoom: savedZoom(bookId), onChange })
      if (unmount.signal.aborted) return
      current.current = shown
      setPages(shown)
    }
    open().catch(fail)
    return () => {
      unmount.abort()
      current.current = undefined
      setPages(undefined)
    }
  }, [viewerContainer, bookId, url, attempt])

  const controls = useMemo<PageControls>(() => createControls(bookId, current), [bookId])
  return { state, pages, controls, reopen: useCallback(() => setAttempt((count) => count + 1), []) }
}

const createControls = (bookId: string, current: RefObject<Pages | undefined>): PageControls => {
  const viewer = () => current.current?.viewer
  const goTo = (page: number) => {
    const shown = viewer()
    if (shown) shown.currentPageNumber = inRange(page, shown)
  }
  const zoom = (change: (shown: Pages['viewer']) => void) => {
    const shown = viewer()
    if (!shown) return
    change(shown)
    writeZoom(bookId, shown.currentScaleValue)
  }
  return {
    goTo,
    jumpTo: (page) => {
      const shown = viewer()
      if (shown) current.current?.links.goToPage(inRange(page, shown))
    },
    goBy: (pages) => goTo((viewer()?.currentPageNumber ?? 1) + pages * pagesPerView(viewer())),
    zoomIn: () => zoom((shown) => shown.increaseScale()),
    zoomOut: () => zoom((shown) => shown.decreaseScale()),
    fitPage: () => zoom((shown) => (shown.currentScaleValue = 'page-fit')),
  }
}

const inRange = (page: number, { pagesCount }: Pages['viewer']) =>
  Math.min(Math.max(Math.round(page) || 1, 1), pagesCount)

const pagesPerView = (viewer: Pages['viewer'] | undefined) => (viewer && viewer.spreadMode > 0 ? 2 : 1)
