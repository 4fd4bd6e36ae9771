import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Book } from '#contract/books.ts'
import type { Api } from '#contract/client.ts'
import { publishBook } from '#contract/publishing.ts'
import { failureOf } from '#web/accounts/failure.ts'
import type { Failure } from '#web/accounts/failure.ts'
import { timeLeft } from './time-left.ts'
import { uploadBook } from './upload-book.ts'
import type { Progress } from './upload-book.ts'

/** What publishing or changing a book answers. */
interface Published {
  book: Book
  message?: string
}

export type Upload =
  | { step: 'idle' | 'cancelled' }
  | { step: 'sending'; progress: Progress; left: string }
  | { step: 'failed'; failure: Failure }
  | { step: 'done'; progress: Progress; left: string; published: Published }

const IDLE: Upload = { step: 'idle' }

interface Outcomes {
  onPublished: (published: Published) => void
  onFailed: () => void
}

export const useUpload = ({ onPublished, onFailed }: Outcomes) => {
  const [upload, setUpload] = useState<Upload>(IDLE)
  const abort = useRef<AbortController>(null)
  const client = useQueryClient()
  useEffect(() => () => abort.current?.abort(), [])
  useWarning(upload.step === 'sending')

  const start = async (make: (api: Api) => Promise<Published>, bytes: number) => {
    const controller = new AbortController()
    abort.current = controller
    const since = performance.now()
    setUpload({ step: 'sending', progress: { loaded: 0, total: bytes }, left: '' })
    const onProgress = (progress: Progress) =>
      setUpload({ step: 'sending', progress, left: timeLeft(progress, performance.now() - since) })
    try {
      const published = await uploadBook(make, { onProgress, signal: controller.signal })
      setUpload({ step: 'done', progress: { loaded: bytes, total: bytes }, left: '', published })
      onPublished(published)
      void client.invalidateQueries()
    } catch (thrown) {
      if (controller.signal.aborted) return setUpload({ step: 'cancelled' })
      setUpload({ step: 'failed', failure: failureOf(thrown, publishBook) })
      onFailed()
    }
  }
  return { upload, start, cancel: () => abort.current?.abort(), reset: () => setUpload(IDLE) }
}

/** The browser asks before it leaves a page that is sending. */
const useWarning = (on: boolean) => {
  useEffect(() => {
    if (!on) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [on])
}
