import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { getBookText } from '#contract/calls/text-view.ts'
import { query } from '#web/api/query.ts'
import { savedTextView, writeTextView } from '#web/session/zoom.ts'
import type { Pages } from './show-pages.ts'
import type { PageControls } from './use-viewer.ts'

/** What the text view does in place of the pages while it is shown. */
export interface TextControls {
  container: HTMLElement | null
  page: () => number
  goTo: (page: number) => void
  turn: (direction: 1 | -1) => void
}

interface TextViewOptions {
  bookId: string
  /** Undefined and null where the text is not to be had. */
  userId: string | null | undefined
  /** Undefined until the book is open. */
  pages: Pages | undefined
  controls: PageControls
}

const NO_PARTS: number[] = []

/** The state of the text view, and controls that turn the pages or, while it is shown, the text. */
export const useTextView = ({ bookId, userId, pages, controls }: TextViewOptions) => {
  const { data } = useQuery({
    ...query(getBookText, { params: { id: bookId } }),
    enabled: Boolean(userId && pages),
    staleTime: Infinity,
  })
  const parts = data?.parts ?? NO_PARTS
  const [choice, setChoice] = useState(() => savedTextView(bookId))
  const [page, setPage] = useState<number>()
  const shown = useRef<TextControls>(undefined)
  const isOn = parts.length > 0 && choice === 'on'

  const close = useCallback(
    (at?: number) => {
      const reached = at ?? shown.current?.page()
      shown.current = undefined
      setPage(undefined)
      setChoice('off')
      writeTextView(bookId, 'off')
      if (reached !== undefined) controls.goTo(reached)
    },
    [bookId, controls],
  )
  const open = useCallback(() => {
    setChoice('on')
    writeTextView(bookId, 'on')
  }, [bookId])
  const onControls = useCallback((textControls: TextControls | undefined) => {
    shown.current = textControls
  }, [])
  const toggle = useCallback(() => (isOn ? close() : open()), [isOn, close, open])
  const shownControls = useMemo(() => controlsOf(shown, controls, pages), [controls, pages])
  return {
    parts,
    isOn,
    /** Whether the reader has never chosen between the pages and the text of this book. */
    isUndecided: parts.length > 0 && choice === undefined,
    /** The page of the text at the top; undefined while the pages are shown. */
    page: isOn ? page : undefined,
    onPage: setPage,
    onControls,
    /** What scrolls, while the text is shown. */
    container: useCallback(() => shown.current?.container ?? undefined, []),
    open,
    close,
    toggle,
    controls: shownControls,
  }
}

const controlsOf = (
  shown: RefObject<TextControls | undefined>,
  controls: PageControls,
  pages: Pages | undefined,
): PageControls => ({
  ...controls,
  goTo: (page) => (shown.current ?? controls).goTo(page),
  jumpTo: (page) => (shown.current ? shown.current.goTo(page) : controls.jumpTo(page)),
  jumpToNamed: (name) =>
    shown.current
      ? shown.current.goTo(pages?.viewer.pageLabelToPageNumber(name) ?? Number(name))
      : controls.jumpToNamed(name),
  goBy: (count) => (shown.current ? shown.current.goTo(shown.current.page() + count) : controls.goBy(count)),
  turn: (direction) => (shown.current ?? controls).turn(direction),
})
