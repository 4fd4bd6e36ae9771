import { createApi } from '#contract/api/client.ts'
import type { Api } from '#contract/api/client.ts'
import { ApiError, isProblem } from '#contract/api/api-error.ts'
import { PAGE_PROBLEMS } from '#contract/api/page-problems.ts'
import { dropToken, readToken } from '#web/session/token.ts'
import { withWords } from './refused-before.ts'

export interface Progress {
  loaded: number
  total: number
}

interface UploadOptions {
  onProgress: (progress: Progress) => void
  signal: AbortSignal
  timeoutMs: number
}

/** Makes a call with upload progress. Throws a ApiError, a TypeError if the network fails, or an AbortError if cancelled. */
export const uploadBook = async <T>(make: (api: Api) => Promise<T>, options: UploadOptions): Promise<T> => {
  const token = readToken()
  const api = createApi(
    (url, init) => send(url, init, options),
    () => token,
  )
  try {
    return await make(api)
  } catch (thrown) {
    if (token && isProblem(thrown, 'unauthenticated')) dropToken(token)
    throw withWords(thrown)
  }
}

// By XMLHttpRequest, since fetch reports no upload progress.
const send = (url: string, { method, headers, body }: RequestInit, { onProgress, signal, timeoutMs }: UploadOptions) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method ?? 'GET', url)
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.timeout = timeoutMs
    request.upload.onprogress = ({ loaded, total }) => onProgress({ loaded, total })
    request.onload = () => resolve(new Response(request.response, { status: request.status }))
    request.onerror = () => reject(new TypeError('The network was lost'))
    request.ontimeout = () => reject(new ApiError(408, PAGE_PROBLEMS.uploadTimeout))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body as FormData)
  })
