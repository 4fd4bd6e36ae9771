import { createApi } from '#contract/client.ts'
import type { Api } from '#contract/client.ts'
import { Problem, isProblem } from '#contract/problems.ts'
import { UPLOAD_TIMEOUT_MS } from '#contract/publishing.ts'
import { dropToken, readToken } from '#web/session/token.ts'

export interface Progress {
  loaded: number
  total: number
}

interface Watch {
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

/** Makes a call and reports how much of it is sent. Throws Problem, TypeError for a lost network, AbortError for a cancel. */
export const uploadBook = async <T>(make: (api: Api) => Promise<T>, watch: Watch): Promise<T> => {
  const token = readToken()
  const api = createApi(
    (url, init) => send(url, init, watch),
    () => token,
  )
  try {
    return await make(api)
  } catch (thrown) {
    if (token && isProblem(thrown, 'unauthenticated')) dropToken(token)
    throw thrown
  }
}

// fetch does not tell how much of a body is sent.
const send = (url: string, { method, headers, body }: RequestInit, { onProgress, signal }: Watch) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method ?? 'GET', url)
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.timeout = UPLOAD_TIMEOUT_MS
    request.upload.onprogress = ({ loaded, total }) => onProgress({ loaded, total })
    request.onload = () => resolve(new Response(request.response, { status: request.status }))
    request.onerror = () => reject(new TypeError('The network was lost'))
    request.ontimeout = () => reject(new Problem('uploadTimeout'))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body as FormData)
  })
