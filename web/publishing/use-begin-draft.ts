import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { beginDraft } from '#contract/calls/publishing.ts'
import { api } from '#web/api/api-client.ts'
import { toFailure } from '#web/api/failure.ts'
import { DRAFT } from '#web/messages/studio.ts'
import { useToast } from '#web/ui/toast.tsx'
import { bookFormData } from './book-form-data.ts'

/** Sends what the form has as a new draft, whose page is opened then. */
export const useBeginDraft = (clear: () => void) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ cover, ...content }: Parameters<typeof bookFormData>[0]) => {
      // The image of an own cover can follow.
      const isLacking = cover === 'image' && !content.image
      return api(beginDraft, { body: bookFormData({ ...content, cover: isLacking ? 'series' : cover }) })
    },
    onSuccess: ({ book }) => {
      clear()
      void client.invalidateQueries()
      toast.good(DRAFT.begun)
      void navigate(`/books/${book._id}/edit`)
    },
  })
  return { mutate, isPending, failure: error ? toFailure(error, beginDraft) : undefined }
}
