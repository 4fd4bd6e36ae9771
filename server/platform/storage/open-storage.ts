import { join } from 'node:path'
import { diskStorage } from './disk.ts'
import type { ObjectStoreAddress } from './object-store-address.ts'
import type { Storage } from './storage.ts'

interface Place {
  dataDir: string
  objectStore: ObjectStoreAddress | undefined
}

/** The storage that the settings name. The client for object stores is loaded only if it is used. */
export const openStorage = async ({ dataDir, objectStore }: Place): Promise<Storage> => {
  if (!objectStore) return diskStorage(dataDir)
  const { objectStorage } = await import('./object-storage.ts')
  return objectStorage({ address: objectStore, tempFolder: join(dataDir, 'tmp') })
}

/** Where the files are, for people: without the secrets of the address. */
export const placeOf = ({ dataDir, objectStore }: Place): string =>
  objectStore ? `${objectStore.bucket}/${objectStore.prefix} at ${objectStore.endpoint}` : dataDir
