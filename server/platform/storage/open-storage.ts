import { join } from 'node:path'
import { diskStorage } from './disk.ts'
import type { ObjectStoreAddress, ObjectStoreOptions } from './object-store-address.ts'
import type { Storage } from './storage.ts'

interface Place {
  dataDir: string
  objectStore: ObjectStoreAddress | undefined
}

/** The storage that the settings name. The client for object stores is loaded only if it is used. */
export const openStorage = async ({ dataDir, objectStore }: Place): Promise<Storage> => {
  if (!objectStore) return diskStorage(dataDir)
  return openObjectStore({ address: objectStore, tempFolder: join(dataDir, 'tmp') })
}

/** Part of a bucket, for the files of the site or for something else. */
export const openObjectStore = async (options: ObjectStoreOptions): Promise<Storage> =>
  (await import('./object-storage.ts')).objectStorage(options)

/** Where the files are, for people: without the secrets of the address. */
export const placeOf = ({ dataDir, objectStore }: Place): string =>
  objectStore ? `${objectStore.bucket}/${objectStore.prefix} at ${objectStore.endpoint}` : dataDir
