import { useEffect, useRef, useState } from 'react'
import { useToast } from '#web/ui/toast.tsx'
import { READING } from '#web/messages/reading.ts'
import type { BookSearch } from '#web/reading/format/book-search.ts'
import type { BookView, Passage } from '#web/reading/format/book-view.ts'
import { passageOfHash } from './passage-link.ts'

/** Shows the passage in the address once the book is open. */
export const useShowPassage = (search: BookSearch | undefined, isShown: boolean, hash: string) => {
  const toast = useToast()
  const [passage] = useState(() => passageOfHash(hash))
  const isDone = useRef(false)
  useEffect(() => {
    if (!search || !isShown || !passage || isDone.current) return
    isDone.current = true
    void search.show(passage).then((isFound) => {
      if (!isFound) toast.bad(READING.passageMissing)
    })
  }, [search, isShown, passage, toast])
}

/** The words that are selected in the book. */
export const useSelectedPassage = (view: BookView | undefined): Passage | undefined => {
  const [passage, setPassage] = useState<Passage>()
  useEffect(() => {
    if (!view) return
    return view.followSelection(() => setPassage(view.selected()))
  }, [view])
  return passage
}
