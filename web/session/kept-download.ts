import { trustedScriptUrl } from '#web/document/trusted-types.ts'
import type { KeptAnswer } from './kept-download-worker.ts'
// oxlint-disable-next-line import/default -- Vite adds the export.
import workerUrl from './kept-download-worker.ts?worker&url'
import { FOLDER_LOCK, type FilesToKeep, folderOf, openSource } from './kept-folder.ts'
import { onTokenChange, readToken } from './token.ts'

/**
 * Stores files of a book. An earlier one stays until the new one is complete. Returns their size. Rejects when the session
 * ends: a file that is open could not be removed, and one that is written later would stay.
 */
export const writeKeptFiles = (files: FilesToKeep): Promise<number> =>
  navigator.locks.request(FOLDER_LOCK, { mode: 'shared' }, async () => {
    if (readToken() === null) throw new Error('The session ended')
    const ending = new AbortController()
    const unsubscribe = onTokenChange(() => ending.abort())
    const write = 'createWritable' in FileSystemFileHandle.prototype ? writeHere : writeInWorker
    return write(files, ending.signal).finally(unsubscribe)
  })

const writeHere = async ({ userId, files }: FilesToKeep, signal: AbortSignal) => {
  let size = 0
  for (const { name, source } of files) {
    const bytes = await openSource(source, signal)
    const folder = await folderOf(userId, { create: true })
    const file = await folder.getFileHandle(name, { create: true })
    await bytes.pipeTo(await file.createWritable(), { signal })
    size += (await file.getFile()).size
  }
  return size
}

/** Safari before version 26. */
const writeInWorker = async (files: FilesToKeep, signal: AbortSignal) => {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'kept-download' })
  try {
    const answer = await new Promise<KeptAnswer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<KeptAnswer>) => resolve(data))
      worker.addEventListener('error', () => reject(new Error('The worker did not start')))
      signal.addEventListener('abort', () => reject(new Error('The session ended')))
      worker.postMessage(files)
    })
    if ('error' in answer) throw answer.error
    return answer.bytes
  } finally {
    worker.terminate()
  }
}
