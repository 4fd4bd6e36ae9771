import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Api } from '#contract/api/client.ts'
import { publishBook } from '#contract/calls/publishing.ts'
import { useForm } from '#web/api/use-form.ts'
import { FILE_STEP } from '#web/messages/publishing.ts'
import { checkBook, inOrder } from './check-book.ts'
import type { BookDraft } from './use-draft.ts'
import { useBookFile } from './use-book-file.ts'
import { useOwnImage } from './use-own-image.ts'
import { isCancelled, useUnloadWarning, useUpload } from './use-upload.ts'

interface BookFiles {
  book: File | undefined
  image: Blob | undefined
}

interface BookFormOptions<T> {
  draft: BookDraft
  /** The book has a file already. */
  hasFile: boolean
  enabled?: boolean
  call?: { failureMessage: string }
  send: (api: Api, files: BookFiles) => Promise<T>
  onSuccess: (answer: T) => void
  onError?: () => void
}

/** The form of a book: its fields, its files, and their upload. */
export const useBookForm = <T>({
  draft: { fields, latest, change },
  hasFile,
  enabled = true,
  call = publishBook,
  send,
  onSuccess,
  onError,
}: BookFormOptions<T>) => {
  const client = useQueryClient()
  const file = useBookFile(latest, { change, isNew: !hasFile })
  const image = useOwnImage(fields.cover)
  const { progress, upload, cancel } = useUpload()
  useEffect(() => cancel, [cancel])
  const fileErrors = {
    ...(file.error && { pdfFile: file.error }),
    ...(image.error && { image: image.error }),
  }
  const files = { book: file.chosen?.file, image: image.image }
  const form = useForm({
    call,
    enabled,
    check: () => ({
      ...checkBook(fields, { book: hasFile || Boolean(files.book), image: Boolean(files.image) }),
      ...fileErrors,
      ...(image.isReading && { image: FILE_STEP.wait }),
    }),
    send: () => {
      file.stopLooking()
      return upload((api) => send(api, files), files.book?.size ?? 0)
    },
    onSuccess: (answer) => {
      onSuccess(answer)
      void client.invalidateQueries()
    },
    onError: (thrown) => isCancelled(thrown) || onError?.(),
  })
  useUnloadWarning(form.isPending)
  const cancelled = isCancelled(form.error)
  return {
    ...form,
    failure: cancelled ? undefined : form.failure,
    /** For the fields. The summary has only the errors of the last submit. */
    errors: inOrder({ ...form.errors, ...fileErrors }),
    summary: { ...form.summary, errors: inOrder(form.errors) },
    file,
    files,
    image,
    upload: { progress, isPending: form.isPending, isDone: form.data !== undefined, isCancelled: cancelled, cancel },
    clearFiles: () => {
      file.clear()
      image.clear()
    },
  }
}

export type BookUpload = ReturnType<typeof useBookForm>['upload']
