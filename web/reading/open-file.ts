import type { PDFDataRangeTransport } from 'pdfjs-dist'
import { PART_BYTES, fetchBytes, takeEarlyPart } from '#web/session/early-file.ts'

const RETRY_MS = 1000
const RETRY_MAX_MS = 15_000

/** The link has expired, or the book is deleted: to ask again changes nothing. */
const REFUSALS = [401, 403, 404, 410]

class FileRefusedError extends Error {
  override name = 'FileRefused'
}

type Opened = { url: string } | { range: PDFDataRangeTransport; disableAutoFetch?: boolean }

/** A file that is read part by part: from this device, or from the server. */
export const openFile = (
  file: string | File,
  RangeTransport: typeof PDFDataRangeTransport,
  onRefusal: (error: Error) => void,
): Promise<Opened> =>
  typeof file === 'string' ? openLink(file, RangeTransport, onRefusal) : openKept(file, RangeTransport)

/**
 * A file with its first part, loaded by range requests; or its address alone, if the server does not support them.
 * `onRefusal` is called when the server does not send the rest.
 */
const openLink = async (
  url: string,
  RangeTransport: typeof PDFDataRangeTransport,
  onRefusal: (error: Error) => void,
): Promise<Opened> => {
  const response = (await takeEarlyPart(url)) ?? (await fetchBytes(url, 0, PART_BYTES))
  if (!response.ok) throw new Error(`The file answered ${response.status}`)
  const size = Number(response.headers.get('content-range')?.split('/')[1])
  if (response.status !== 206 || !size) {
    await response.body?.cancel()
    return { url }
  }
  const closed = new AbortController()
  class Ranges extends RangeTransport {
    override requestDataRange(begin: number, end: number) {
      loadBytes(url, [begin, end], closed.signal).then(
        (bytes) => this.onDataRange(begin, bytes),
        (error: unknown) => error instanceof FileRefusedError && onRefusal(error),
      )
    }
    override abort() {
      closed.abort()
    }
  }
  return { range: new Ranges(size, new Uint8Array(await response.arrayBuffer())) }
}

/** A file on this device. It is read where pdf.js needs it, and never as a whole. */
const openKept = async (file: File, RangeTransport: typeof PDFDataRangeTransport): Promise<Opened> => {
  const read = async (begin: number, end: number) => new Uint8Array(await file.slice(begin, end).arrayBuffer())
  class Ranges extends RangeTransport {
    override requestDataRange(begin: number, end: number) {
      read(begin, end).then(
        (bytes) => this.onDataRange(begin, bytes),
        () => undefined,
      )
    }
  }
  return { range: new Ranges(file.size, await read(0, PART_BYTES)), disableAutoFetch: true }
}

/** Repeats a failed request until it succeeds or is refused: pdf.js waits for the bytes of a page that is being drawn. */
const loadBytes = async (url: string, [begin, end]: [number, number], signal: AbortSignal) => {
  for (let wait = RETRY_MS; ; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
    const response = await fetchBytes(url, begin, end, signal).catch(() => undefined)
    if (response && REFUSALS.includes(response.status))
      throw new FileRefusedError(`The file answered ${response.status}`)
    const bytes = response?.status === 206 ? await response.arrayBuffer().catch(() => undefined) : undefined
    if (bytes) return new Uint8Array(bytes)
    await untilOnlineOr(wait, signal)
  }
}

/** Resolves after a delay, or as soon as the network is back; rejects if `signal` aborts. */
const untilOnlineOr = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const timer = window.setTimeout(resolve, ms)
    window.addEventListener('online', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer)
      reject(signal.reason)
    })
  })
