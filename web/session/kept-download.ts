import { trustedScriptUrl } from '#web/document/trusted-types.ts'
import type { KeptAnswer } from './kept-download-worker.ts'
// oxlint-disable-next-line import/default -- Vite adds the export.
import workerUrl from './kept-download-worker.ts?worker&url'
import { type FilesToKeep, folderOf, openSource } from './kept-folder.ts'

/** Stores files of a book. An earlier one stays until the new one is complete. Returns their size. */
export const writeKeptFiles = (files: FilesToKeep): Promise<number> =>
  'createWritable' in FileSystemFileHandle.prototype ? writeHere(files) : writeInWorker(files)

const writeHere = async ({ userId, files }: FilesToKeep) => {
  let size = 0
  for (const { name, source } of files) {
    const bytes = await openSource(source)
    const folder = await folderOf(userId, { create: true })
    const file = await folder.getFileHandle(name, { create: true })
    await bytes.pipeTo(await file.createWritable())
    size += (await file.getFile()).size
  }
  return size
}

/** Safari before version 26. */
const writeInWorker = async (files: FilesToKeep) => {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'kept-download' })
  try {
    const answer = await new Promise<KeptAnswer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<KeptAnswer>) => resolve(data))
      worker.addEventListener('error', () => reject(new Error('The worker did not start')))
      worker.postMessage(files)
    })
    if ('error' in answer) throw answer.error
    return answer.bytes
  } finally {
    worker.terminate()
  }
}
