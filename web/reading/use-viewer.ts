import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Book } from '#contract/books.ts'
import type { Place } from '#contract/shapes/place.ts'
import type { OpenedBook, ViewState, ViewerState } from '#web/reading/format/opened-book.ts'
import { useLatest } from '#web/ui/use-latest.ts'
import { formatNamed } from './formats.ts'

interface ViewerOptions {
  bookId: string
  format: Book['format']
  source: string | File | undefined
  /** The place that the book most likely opens at, as far as this browser knows. */
  likelyPlace: () => Place | undefined
}

/** Loads a book, once its address is known, and shows it in `viewerContainer`. */
export const useViewer = (
  viewerContainer: RefObject<HTMLDivElement | null>,
  { bookId, format, source, likelyPlace }: ViewerOptions,
) => {
  const [state, setState] = useState<ViewerState>({ step: 'opening' })
  const [opened, setOpened] = useState<OpenedBook>()
  const [attempt, setAttempt] = useState(0)
  const placeOf = useLatest(likelyPlace)
  const isScriptMissing = useRef(false)

  useEffect(() => {
    const unmount = new AbortController()
    const { signal } = unmount
    const container = viewerContainer.current
    if (!container || !source) return
    const onFailed = (thrown?: unknown) => {
      if (signal.aborted) return
      isScriptMissing.current = isMissingScript(thrown)
      unmount.abort()
      setOpened(undefined)
      setState({ step: 'failed' })
    }
    const open = async () => {
      setState({ step: 'opening' })
      const onChange = (view: ViewState) => !signal.aborted && setState({ step: 'open', ...view })
      const book = await formatNamed(format).open(container, {
        bookId,
        source,
        likelyPlace: placeOf.current(),
        signal,
        onChange,
        onFailed,
      })
      if (!signal.aborted) setOpened(book)
    }
    open().catch(onFailed)
    return () => {
      unmount.abort()
      setOpened(undefined)
    }
  }, [viewerContainer, bookId, format, source, attempt, placeOf])

  const reopen = useCallback(() => {
    if (isScriptMissing.current) window.location.reload()
    else setAttempt((count) => count + 1)
  }, [])
  return { state, opened, reopen }
}

/** Chromium does not ask again for a script that could not be loaded before the page is loaded anew. */
const isMissingScript = (thrown: unknown) =>
  thrown instanceof TypeError && thrown.message.includes('dynamically imported module')
