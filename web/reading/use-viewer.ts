import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { openPdf } from './open-pdf.ts'
import { showPages } from './show-pages.ts'

export type ViewerState =
  | { step: 'opening' | 'failed' }
  | { step: 'open'; page: number; pages: number; percent: number }

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
  const [attempt, setAttempt] = useState(0)
  const viewer = useRef<PDFViewer>(null)

  useEffect(() => {
    const gone = new AbortController()
    const container = desk.current
    if (!container) return
    const open = async () => {
      setState({ step: 'opening' })
      const { pdf, close } = await openPdf({ url })
      if (gone.signal.aborted) return close()
      gone.signal.addEventListener('abort', close)
      viewer.current = await showPages(pdf, container, { signal: gone.signal, onChange: setState })
    }
    open().catch(() => {
      if (!gone.signal.aborted) setState({ step: 'failed' })
    })
    return () => {
      gone.abort()
      viewer.current = null
    }
  }, [desk, url, attempt])

  const turn = useMemo<Turn>(
    () => ({
      to: (page) => {
        const pages = viewer.current?.pagesCount ?? 0
        if (viewer.current && pages > 0)
          viewer.current.currentPageNumber = Math.min(Math.max(Math.round(page) || 1, 1), pages)
      },
      by: (pages) => turn.to((viewer.current?.currentPageNumber ?? 1) + pages),
      larger: () => viewer.current?.increaseScale(),
      smaller: () => viewer.current?.decreaseScale(),
      fit: () => {
        if (viewer.current) viewer.current.currentScaleValue = 'page-fit'
      },
    }),
    [],
  )
  return { state, turn, reopen: useCallback(() => setAttempt((count) => count + 1), []) }
}
