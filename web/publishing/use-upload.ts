import { useCallback, useEffect, useRef, useState } from 'react'
import { UPLOAD_TIMEOUT_MS } from '#contract/values/publishing.ts'
import type { Api } from '#contract/api/client.ts'
import { timeLeft } from './time-left.ts'
import { uploadBook } from './upload-book.ts'
import type { Progress } from './upload-book.ts'

export interface UploadProgress extends Progress {
  /** The estimated time left, as text. */
  left: string
}

/** Makes a call with upload progress. The upload is aborted by `cancel`. */
export const useUpload = (timeoutMs = UPLOAD_TIMEOUT_MS) => {
  const [progress, setProgress] = useState<UploadProgress>()
  const abort = useRef<AbortController>(null)
  const upload = async <T>(make: (api: Api) => Promise<T>, bytes: number): Promise<T> => {
    abort.current = new AbortController()
    const startedAt = performance.now()
    setProgress({ loaded: 0, total: bytes, left: '' })
    const onProgress = (sent: Progress) => setProgress({ ...sent, left: timeLeft(sent, performance.now() - startedAt) })
    const answer = await uploadBook(make, { onProgress, signal: abort.current.signal, timeoutMs })
    setProgress({ loaded: bytes, total: bytes, left: '' })
    return answer
  }
  const cancel = useCallback(() => abort.current?.abort(), [])
  return { progress, upload, cancel }
}

export const isCancelled = (thrown: unknown) => thrown instanceof DOMException && thrown.name === 'AbortError'

/** Lets the browser ask for confirmation before the page is left. */
export const askBeforeUnload = (event: BeforeUnloadEvent) => {
  event.preventDefault()
  // Chromium before 119 asks for this alone.
  event.returnValue = true
}

/** The browser asks for confirmation before the page is left during an upload. */
export const useUnloadWarning = (isUploading: boolean) => {
  useEffect(() => {
    if (!isUploading) return
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => window.removeEventListener('beforeunload', askBeforeUnload)
  }, [isUploading])
}
