import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { savedRotation, savedZoom, writeRotation, writeZoom } from '#web/session/zoom.ts'
import { loadPdf } from './load-pdf.ts'
import type { Point } from './page-zoom.ts'
import { type Pages, type ViewState, showPages } from './show-pages.ts'

export type ViewerState = { step: 'opening' | 'failed' } | ({ step: 'open' } & ViewState)

export interface PageControls {
  goTo: (page: number) => void
  /** As `goTo`, with an entry in the history. */
  jumpTo: (page: number) => void
  /** To the page with this printed name or number. */
  jumpToNamed: (name: string) => void
  goBy: (pages: number) => void
  /** A screen down or up; in paged mode the next page after the last screen of one. */
  turn: (direction: 1 | -1) => void
  zoomIn: () => void
  zoomOut: () => void
  /** The factor is that of a gesture, whose last zoom `saveZoom` stores. */
  zoomBy: (factor: number, at: Point, pan?: [number, number]) => void
  saveZoom: () => void
  setZoom: (zoom: string) => void
  /** Fits the text, or the width if the text is fitted already. */
  toggleTextFit: (at?: Point) => void
  rotate: () => void
}

const SCROLL_MODE_PAGE = 3
/** A screen down leaves a few lines of the last one. */
const SCREEN_SHARE = 0.9

interface ViewerOptions {
  bookId: string
  url: string | File | undefined
  /** The page that the book most likely opens at, as far as this browser knows. */
  likelyPage: () => number | undefined
}

/** Loads a PDF, once its address is known, and shows it in `viewerContainer`, whose only child gets the pages. */
export const useViewer = (
  viewerContainer: RefObject<HTMLDivElement | null>,
  { bookId, url, likelyPage }: ViewerOptions,
) => {
  const [state, setState] = useState<ViewerState>({ step: 'opening' })
  const [pages, setPages] = useState<Pages>()
  const [attempt, setAttempt] = useState(0)
  const current = useRef<Pages>(undefined)
  const pageOf = useRef(likelyPage)
  pageOf.current = likelyPage

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
      const saved = { page: pageOf.current(), zoom: savedZoom(bookId), rotation: savedRotation(bookId) }
      const shown = await showPages(pdf, container, { signal: unmount.signal, ...saved, onChange })
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
  const goBy = (pages: number) => goTo((viewer()?.currentPageNumber ?? 1) + pages * pagesPerView(viewer()))
  const zoom = async (change: (shown: Pages['zoom']) => unknown) => {
    const shown = current.current?.zoom
    if (!shown) return
    await change(shown)
    writeZoom(bookId, shown.value)
  }
  const jumpTo = (page: number) => {
    const shown = viewer()
    if (shown) current.current?.links.goToPage(inRange(page, shown))
  }
  return {
    goTo,
    jumpTo,
    jumpToNamed: (name) => jumpTo(viewer()?.pageLabelToPageNumber(name) ?? Number(name)),
    goBy,
    turn: (direction) => {
      const shown = viewer()
      if (!shown) return
      const { container, scrollMode } = shown
      if (scrollMode !== SCROLL_MODE_PAGE || hasMore(container, direction))
        return container.scrollBy({ top: direction * container.clientHeight * SCREEN_SHARE })
      const before = shown.currentPageNumber
      goBy(direction)
      // Backwards, a page that is higher than the screen is read from its end.
      if (direction === -1 && shown.currentPageNumber !== before) container.scrollTop = container.scrollHeight
    },
    zoomIn: () => void zoom((shown) => shown.in()),
    zoomOut: () => void zoom((shown) => shown.out()),
    zoomBy: (...change) => current.current?.zoom.by(...change),
    saveZoom: () => void zoom(() => undefined),
    setZoom: (value) => void zoom((shown) => shown.setWhenMeasured(value)),
    toggleTextFit: (at) =>
      void zoom((shown) => shown.setWhenMeasured(shown.value === 'text' ? 'page-width' : 'text', at)),
    rotate: () => {
      const { viewer: shown, fit, zoom: size } = current.current ?? {}
      if (!shown || !fit || !size) return
      const rotation = (shown.pagesRotation + 90) % 360
      fit.forget()
      shown.pagesRotation = rotation
      writeRotation(bookId, rotation)
      void size.setWhenMeasured(size.value)
    },
  }
}

/** Whether the container can be scrolled on in a direction. */
const hasMore = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement, direction: 1 | -1) =>
  direction === 1 ? scrollTop + clientHeight < scrollHeight - 2 : scrollTop > 2

const inRange = (page: number, { pagesCount }: Pages['viewer']) =>
  Math.min(Math.max(Math.round(page) || 1, 1), pagesCount)

const pagesPerView = (viewer: Pages['viewer'] | undefined) => (viewer && viewer.spreadMode > 0 ? 2 : 1)
