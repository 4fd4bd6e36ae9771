import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { loadPdf } from './load-pdf.ts'
import { type Pages, type Shown, showPages } from './show-pages.ts'

export type ViewerState = { step: 'opening' | 'failed' } | ({ step: 'open' } & Shown)

/** What a reader can do with the pages. */
export interface Turn {
  to: (page: number) => void
  by: (pages: number) => void
  larger: () => void
  smaller: () => void
  fit: () => void
}

/** Shows a PDF in `desk`, whose only child takes the pages. */
export const useViewer = (desk: RefObject<HTMLDivElement | null>, url: string) => {
  const [state, setState] = useState<ViewerState>({ step: 'opening' })
  const [pages, setPages] = useState<Pages>()
  const [attempt, setAttempt] = useState(0)
  const current = useRef<Pages>(undefined)

  useEffect(() => {
    const gone = new AbortController()
    const container = desk.current
    if (!container) return
    const open = async () => {
      setState({ step: 'opening' })
      const { pdf, close } = await loadPdf({ url })
      if (gone.signal.aborted) return close()
      gone.signal.addEventListener('abort', close)
      const onChange = (shown: Shown) => setState({ step: 'open', ...shown })
      const shown = await showPages(pdf, container, { signal: gone.signal, onChange })
      if (gone.signal.aborted) return
      current.current = shown
      setPages(shown)
    }
    open().catch(() => {
      if (!gone.signal.aborted) setState({ step: 'failed' })
    })
    return () => {
      gone.abort()
      current.current = undefined
      setPages(undefined)
    }
  }, [desk, url, attempt])

  const turn = useMemo<Turn>(() => turning(current), [])
  return { state, pages, turn, reopen: useCallback(() => setAttempt((count) => count + 1), []) }
}

const turning = (current: RefObject<Pages | undefined>): Turn => {
  const viewer = () => current.current?.viewer
  const to = (page: number) => {
    const shown = viewer()
    if (shown) shown.currentPageNumber = Math.min(Math.max(Math.round(page) || 1, 1), shown.pagesCount)
  }
  return {
    to,
    by: (pages) => to((viewer()?.currentPageNumber ?? 1) + pages * pagesAtOnce(viewer())),
    larger: () => viewer()?.increaseScale(),
    smaller: () => viewer()?.decreaseScale(),
    fit: () => {
      const shown = viewer()
      if (shown) shown.currentScaleValue = 'page-fit'
    },
  }
}

const pagesAtOnce = (viewer: Pages['viewer'] | undefined) => (viewer && viewer.spreadMode > 0 ? 2 : 1)
