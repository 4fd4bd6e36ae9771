import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, opendir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { streamRange } from './stream-range.ts'
import { checkedKey, isStorageKey } from './storage-key.ts'
import type { Storage } from './storage.ts'
import { undefinedIfMissing } from './undefined-if-missing.ts'

/** Less free space than for one upload and its copy is as good as none. */
const MIN_FREE_BYTES = 64 * 1024 * 1024

/** Stores files in a folder. `put` resolves after the file and its directory entry are flushed to the disk. */
export const diskStorage = async (dataDir: string): Promise<Storage> => {
  const root = join(dataDir, 'files')
  const tempFolder = join(dataDir, 'tmp')
  await Promise.all([mkdir(root, { recursive: true }), mkdir(tempFolder, { recursive: true })])
  const pathOf = (key: string) => join(root, ...checkedKey(key).split('/'))

  const put: Storage['put'] = async (key, content) => {
    const path = pathOf(key)
    const from = typeof content === 'string' ? content : join(tempFolder, randomUUID())
    try {
      await writeFlushed(from, typeof content === 'string' ? undefined : content)
      await makeFolder(dirname(path))
      await rename(from, path)
      await flushFolder(dirname(path))
    } catch (error) {
      await rm(from, { force: true })
      throw error
    }
  }

  return {
    put,
    read: (key, part) => createReadStream(pathOf(key), part && { start: part.first, end: part.last }),
    streamRange: async (key, part, write) => streamRange(await open(pathOf(key)), part, write),
    size: async (key) => stat(pathOf(key)).then(({ size }) => size, undefinedIfMissing),
    version: async (key) =>
      stat(pathOf(key)).then(
        ({ ino, size, mtimeMs, ctimeMs }) => [ino, size, mtimeMs, ctimeMs].join(),
        undefinedIfMissing,
      ),
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (folder) => listBelow(root, folder),
    tempFolder,
    check: async () => {
      const { bavail, bsize } = await statfs(root)
      if (bavail * bsize < MIN_FREE_BYTES) throw Object.assign(new Error('the disk is nearly full'), { code: 'ENOSPC' })
      const probe = join(tempFolder, `probe-${randomUUID()}`)
      try {
        await writeFlushed(probe, Buffer.from('probe'))
      } finally {
        await rm(probe, { force: true })
      }
    },
  }
}

const writeFlushed = async (path: string, bytes: Uint8Array | undefined) =>
  withHandle(await open(path, bytes ? 'wx' : 'r+'), async (handle) => {
    if (bytes) await handle.writeFile(bytes)
    await handle.sync()
  })

const flushFolder = async (path: string) => withHandle(await open(path, 'r'), (handle) => handle.sync())

const makeFolder = async (path: string) => {
  const made = await mkdir(path, { recursive: true })
  if (made !== undefined) await flushFolder(dirname(made))
}

const withHandle = async (handle: FileHandle, use: (handle: FileHandle) => Promise<void>) => {
  try {
    await use(handle)
  } finally {
    await handle.close()
  }
}

async function* listBelow(root: string, folder: string) {
  const top = join(root, folder)
  await mkdir(top, { recursive: true })
  for await (const entry of await opendir(top, { recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const key = relative(root, path).split(sep).join('/')
    // Not a file of ours.
    if (!isStorageKey(key)) continue
    const found = await stat(path).catch(() => undefined)
    if (found) yield { key, changedAt: found.mtime, bytes: found.size }
  }
}
