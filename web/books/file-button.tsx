import { useMutation } from '@tanstack/react-query'
import { getBookFile } from '#contract/calls/books.ts'
import { api } from '#web/api/api-client.ts'
import { DETAILS } from '#web/messages/book-details.ts'
import { useToast } from '#web/ui/toast.tsx'

interface FileButtonProps {
  id: string
  /** Which of the links to the files of the book is asked for. */
  link: 'downloadUrl' | 'epubUrl' | 'kepubUrl' | 'paperUrl'
  /** What is saved, as the button shows it. */
  name: string
}

/** For members: saves the file of a book, or what was made of it. */
export const FileButton = ({ id, link, name }: FileButtonProps) => {
  const toast = useToast()
  // The answer to the link is a file to save, so the page stays.
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(getBookFile, { params: { id } }),
    onSuccess: ({ [link]: url }) => (url ? window.location.assign(url) : toast.bad(DETAILS.fileFailed)),
    onError: () => toast.bad(DETAILS.fileFailed),
  })
  return (
    <button
      type="button"
      className="file-button"
      aria-label={DETAILS.save(name)}
      aria-busy={isPending || undefined}
      onClick={() => !isPending && mutate()}
    >
      {name}
    </button>
  )
}
