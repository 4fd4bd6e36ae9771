import { trustedScriptUrl } from '#web/document/trusted-types.ts'
import type { FileToKeep, KeptAnswer } from './kept-download-worker.ts'
// oxlint-disable-next-line import/default -- Vite adds the export.
import workerUrl from './kept-download-worker.ts?worker&url'
import { folderOf, openDownload } from './kept-folder.ts'

/** Downloads a file of a book and stores it. An earlier one stays until the new one is complete. Returns the size. */
export const downloadKeptFile = (file: FileToKeep): Promise<number> =>
  'createWritable' in FileSystemFileHandle.prototype ? writeHere(file) : writeInWorker(file)

const writeHere = async ({ userId, bookId, url }: FileToKeep) => {
  const bytes = await openDownload(url)
  const folder = await folderOf(userId, { create: true })
  const file = await folder.getFileHandle(bookId, { create: true })
  await bytes.pipeTo(await file.createWritable())
  return (await file.getFile()).size
}

/** Safari before version 26. */
const writeInWorker = async (file: FileToKeep) => {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'kept-download' })
  try {
    const answer = await new Promise<KeptAnswer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<KeptAnswer>) => resolve(data))
      worker.addEventListener('error', () => reject(new Error('The worker did not start')))
      worker.postMessage(file)
    })
    if ('error' in answer) throw answer.error
    return answer.bytes
  } finally {
    worker.terminate()
  }
}
