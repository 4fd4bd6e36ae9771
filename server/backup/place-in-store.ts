import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ObjectStoreAddress } from '#server/platform/storage/object-store-address.ts'
import { openObjectStore, placeOf } from '#server/platform/storage/open-storage.ts'
import { type BackupPlace, isBackupPath } from './place.ts'
import { digesting } from './place-on-disk.ts'

/** A store may need this long to take the rows of a large table. */
const ANSWER_MS = 60_000

/** A part of a bucket. What is written is a file in `tempFolder` first, since a store wants to know size and SHA-256. */
export const placeInStore = async (address: ObjectStoreAddress, tempFolder: string): Promise<BackupPlace> => {
  const store = await openObjectStore({ address, tempFolder, isKey: isBackupPath, answerMs: ANSWER_MS })
  return {
    name: placeOf({ dataDir: '', objectStore: address }),
    write: async (path, content) => {
      const draft = join(tempFolder, randomUUID())
      const { digest, digested } = digesting(content)
      try {
        await pipeline(digested, createWriteStream(draft, { mode: 0o600 }))
        await store.put(path, draft)
      } finally {
        await rm(draft, { force: true })
      }
      return digest()
    },
    read: (path) => store.read(path),
    list: async function* (folder) {
      for await (const { key, bytes } of store.list(folder)) yield { path: key, bytes }
    },
    remove: (path) => store.remove(path),
  }
}
