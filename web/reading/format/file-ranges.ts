import { PART_BYTES, fetchBytes, takeEarlyPart } from '#web/session/early-file.ts'

const RETRY_MS = 1000
const RETRY_MAX_MS = 15_000

/** The link has expired, or the book is deleted: to ask again changes nothing. */
const REFUSALS = [401, 403, 404, 410]

/** A file that is read part by part: from this device, or from the server. */
export interface FileRanges {
  size: number
  /** Its first part, which is there at once. */
  first: Uint8Array<ArrayBuffer>
  /** From the server it waits for the network, and rejects if the rest is not sent. */
  read: (begin: number, end: number) => Promise<Uint8Array<ArrayBuffer>>
  isLocal: boolean
  close: () => void
}

/** Opens a link, or a file of this device. Undefined if the server sends files only as a whole. */
export const openRanges = (file: string | File): Promise<FileRanges | undefined> =>
  typeof file === 'string' ? openLink(file) : openKept(file)

const openLink = async (url: string): Promise<FileRanges | undefined> => {
  const response = (await takeEarlyPart(url)) ?? (await fetchBytes(url, 0, PART_BYTES))
  if (!response.ok) throw new Error(`The file answered ${response.status}`)
  const size = Number(response.headers.get('content-range')?.split('/')[1])
  if (response.status !== 206 || !size) {
    await response.body?.cancel()
    return undefined
  }
  const closed = new AbortController()
  return {
    size,
    first: new Uint8Array(await response.arrayBuffer()),
    read: (begin, end) => loadBytes(url, [begin, end], closed.signal),
    isLocal: false,
    close: () => closed.abort(),
  }
}

/** It is read where it is needed, and never as a whole. */
const openKept = async (file: File): Promise<FileRanges> => {
  const read = async (begin: number, end: number) => new Uint8Array(await file.slice(begin, end).arrayBuffer())
  return { size: file.size, first: await read(0, PART_BYTES), read, isLocal: true, close: () => undefined }
}

/** Repeats a failed request until it succeeds or is refused: a page that is being drawn waits for it. */
const loadBytes = async (url: string, [begin, end]: [number, number], signal: AbortSignal) => {
  for (let wait = RETRY_MS; ; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
    const response = await fetchBytes(url, begin, end, signal).catch(() => undefined)
    if (response && REFUSALS.includes(response.status)) throw new Error(`The file answered ${response.status}`)
    const bytes = response?.status === 206 ? await response.arrayBuffer().catch(() => undefined) : undefined
    if (bytes) return new Uint8Array(bytes)
    await untilOnlineOr(wait, signal)
  }
}

/** Resolves after a delay, or as soon as the network is back; rejects if `signal` aborts. */
const untilOnlineOr = (ms: number, signal: AbortSignal) => {
  // A network may be away for hours: what waits for it leaves no listeners behind.
  const waiting = new AbortController()
  return new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const timer = window.setTimeout(resolve, ms)
    waiting.signal.addEventListener('abort', () => window.clearTimeout(timer))
    window.addEventListener('online', () => resolve(), { signal: waiting.signal })
    signal.addEventListener('abort', () => reject(signal.reason), { signal: waiting.signal })
  }).finally(() => waiting.abort())
}
