import { useMutation } from '@tanstack/react-query'
import { getBookFile } from '#contract/calls/books.ts'
import { api } from '#web/api/api-client.ts'
import { DETAILS } from '#web/messages/book-details.ts'
import { useHasToken } from '#web/session/use-session.ts'
import { useToast } from '#web/ui/toast.tsx'

/** The EPUB that is made of the pages of a book: members save it, visitors see that it is there. */
export const PageEpub = ({ id }: { id: string }) => {
  const hasToken = useHasToken()
  const toast = useToast()
  // The answer to the link is a file to save, so the page stays.
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(getBookFile, { params: { id } }),
    onSuccess: ({ epubUrl }) => (epubUrl ? window.location.assign(epubUrl) : toast.bad(DETAILS.pageEpubFailed)),
    onError: () => toast.bad(DETAILS.pageEpubFailed),
  })
  if (!hasToken) return DETAILS.pageEpub
  return (
    <button type="button" aria-busy={isPending || undefined} onClick={() => !isPending && mutate()}>
      {DETAILS.pageEpub}
    </button>
  )
}
