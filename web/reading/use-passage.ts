import { useEffect, useRef, useState } from 'react'
import { useToast } from '#web/ui/toast.tsx'
import { READING } from '#web/messages/reading.ts'
import { type Passage, passageOfHash, selectedPassage, showPassage } from './passage-link.ts'
import type { Pages } from './show-pages.ts'

/** Shows the passage in the address once the book is open. */
export const useShowPassage = (pages: Pages | undefined, isShown: boolean, hash: string) => {
  const toast = useToast()
  const [passage] = useState(() => passageOfHash(hash))
  const isDone = useRef(false)
  useEffect(() => {
    if (!pages || !isShown || !passage || isDone.current) return
    isDone.current = true
    void showPassage(pages, passage).then((isFound) => {
      if (!isFound) toast.bad(READING.passageMissing)
    })
  }, [pages, isShown, passage, toast])
}

/** The words that are selected on the pages. A selection that was lost to a button or a menu still counts. */
export const useSelectedPassage = (pages: Pages | undefined): Passage | undefined => {
  const [passage, setPassage] = useState<Passage>()
  useEffect(() => {
    if (!pages) return
    const update = () => {
      const selected = selectedPassage(pages)
      const anchor = document.getSelection()?.anchorNode
      if (selected) setPassage(selected)
      else if (anchor && pages.viewer.container.contains(anchor)) setPassage(undefined)
    }
    document.addEventListener('selectionchange', update)
    return () => document.removeEventListener('selectionchange', update)
  }, [pages])
  return passage
}
