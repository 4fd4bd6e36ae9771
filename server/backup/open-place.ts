import type { BackupAddress } from '#server/platform/backup-settings.ts'
import { placeOf } from '#server/platform/storage/open-storage.ts'
import type { BackupPlace } from './place.ts'
import { placeInStore } from './place-in-store.ts'
import { placeOnDisk } from './place-on-disk.ts'

/** `tempFolder` is on this machine: what is sent to a store is written there first. */
export const openBackupPlace = async (address: BackupAddress, tempFolder: string): Promise<BackupPlace> =>
  'folder' in address ? placeOnDisk(address.folder) : placeInStore(address.objectStore, tempFolder)

/** The name to display, without the secrets of the address. */
export const backupPlaceName = (address: BackupAddress): string =>
  'folder' in address ? address.folder : placeOf({ dataDir: '', objectStore: address.objectStore })
