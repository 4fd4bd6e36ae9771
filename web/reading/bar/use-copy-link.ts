import { useCallback } from 'react'
import { copyText } from '#web/ui/copy-text.ts'
import { useToast } from '#web/ui/toast.tsx'
import { READING } from '#web/messages/reading.ts'
import { addressOfPassage } from '#web/reading/find/passage-link.ts'
import type { Passage } from '#web/reading/format/book-view.ts'
import { addressOfPage } from '#web/reading/position/use-page-address.ts'

/** Copies the address of the selected passage, or else of the visible page, and says so. */
export const useCopyLink = (page: number | undefined, passage: Passage | undefined) => {
  const toast = useToast()
  return useCallback(() => {
    if (page === undefined) return
    void copyText(passage ? addressOfPassage(passage) : addressOfPage(page)).then((isCopied) => {
      if (isCopied) toast.good(passage ? READING.passageCopied : READING.linkCopied(page))
      else toast.bad(READING.linkNotCopied)
    })
  }, [page, passage, toast])
}
