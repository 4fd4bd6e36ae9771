import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { publishBook } from '#contract/publishing.ts'
import type { Output } from '#contract/endpoint.ts'
import { failureOf } from '#web/accounts/failure.ts'
import type { Failure } from '#web/accounts/failure.ts'
import { timeLeft } from './time-left.ts'
import { uploadBook } from './upload-book.ts'
import type { Progress } from './upload-book.ts'

export type Upload =
  | { step: 'idle' | 'cancelled' }
  | { step: 'sending'; progress: Progress; left: string }
  | { step: 'failed'; failure: Failure }
  | { step: 'done'; progress: Progress; left: string; published: Output<typeof publishBook> }

const IDLE: Upload = { step: 'idle' }

interface Outcomes {
  onPublished: () => void
  onFailed: () => void
}

export const useUpload = ({ onPublished, onFailed }: Outcomes) => {
  const [upload, setUpload] = useState<Upload>(IDLE)
  const abort = useRef<AbortController>(null)
  const client = useQueryClient()
  useEffect(() => () => abort.current?.abort(), [])
  useWarning(upload.step === 'sending')

  const start = async (form: FormData, bytes: number) => {
    const controller = new AbortController()
    abort.current = controller
    const since = performance.now()
    setUpload({ step: 'sending', progress: { loaded: 0, total: bytes }, left: '' })
    const onProgress = (progress: Progress) =>
      setUpload({ step: 'sending', progress, left: timeLeft(progress, performance.now() - since) })
    try {
      const published = await uploadBook(form, { onProgress, signal: controller.signal })
      setUpload({ step: 'done', progress: { loaded: bytes, total: bytes }, left: '', published })
      onPublished()
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
