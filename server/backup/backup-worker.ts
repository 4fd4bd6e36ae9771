// The process of one backup; see backup-task.ts.
import { join } from 'node:path'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { type BackupTask, errorText } from './backup-task.ts'
import { openBackupPlace } from './open-place.ts'
import { writeSnapshot } from './write-snapshot.ts'

const end = (outcome: object, code: number) => process.send?.(outcome, () => process.exit(code))

// The server is gone, and with it the lock that keeps others from the place.
process.once('disconnect', () => process.exit(1))
process.once('message', ({ database, dataDir, objectStore, to, keep, key, now }: BackupTask) => {
  const write = async () => {
    const stores = { database, storage: await openStorage({ dataDir, objectStore }) }
    const place = await openBackupPlace(to, join(dataDir, 'tmp'))
    return writeSnapshot(stores, place, { keep, recipient: key, now: new Date(now) })
  }
  write().then(
    (snapshot) => end({ snapshot }, 0),
    (error: unknown) => end({ error: errorText(error) }, 1),
  )
})
