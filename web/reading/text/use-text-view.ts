import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { bookText } from '#web/offline/book-text.ts'
import type { BookView } from '#web/reading/format/book-view.ts'
import { savedTextView, writeTextView } from '#web/session/zoom.ts'

interface TextViewOptions {
  bookId: string
  /** Undefined and null where the text is not to be had. */
  userId: string | null | undefined
  /** Undefined until the book is open. */
  pages: BookView | undefined
}

const NO_PARTS: number[] = []

/** Whether the text is shown instead of the pages, and where it is. */
export const useTextView = ({ bookId, userId, pages }: TextViewOptions) => {
  const { data } = useQuery({ ...bookText(bookId), enabled: Boolean(userId && pages) })
  const parts = data?.parts ?? NO_PARTS
  const [choice, setChoice] = useState(() => savedTextView(bookId))
  const [page, setPage] = useState<number>()
  const [view, setView] = useState<BookView>()
  const isOn = parts.length > 0 && choice === 'on'

  const close = useCallback(
    (at?: number) => {
      const reached = at === undefined ? view?.place() : { page: at }
      setView(undefined)
      setPage(undefined)
      setChoice('off')
      writeTextView(bookId, 'off')
      if (reached) pages?.goTo(reached)
    },
    [bookId, view, pages],
  )
  const open = useCallback(() => {
    setChoice('on')
    writeTextView(bookId, 'on')
  }, [bookId])
  const toggle = useCallback(() => (isOn ? close() : open()), [isOn, close, open])
  return {
    parts,
    isOn,
    /** Whether the reader has never chosen between the pages and the text of this book. */
    isUndecided: parts.length > 0 && choice === undefined,
    /** Undefined while the pages are shown. */
    view: isOn ? view : undefined,
    onView: setView,
    /** The page of the text at the top; undefined while the pages are shown. */
    page: isOn ? page : undefined,
    onPage: setPage,
    open,
    close,
    toggle,
  }
}
