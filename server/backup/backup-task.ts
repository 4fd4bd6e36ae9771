import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BackupAddress, KeepRule } from '#server/platform/backup-settings.ts'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { lowerPriority } from '#server/platform/lower-priority.ts'
import type { ObjectStoreAddress } from '#server/platform/storage/object-store-address.ts'
import type { Snapshot } from './write-snapshot.ts'

/** What the process of one backup is told. */
export interface BackupTask {
  database: DatabaseConfig
  dataDir: string
  objectStore: ObjectStoreAddress | undefined
  to: BackupAddress
  keep: KeepRule
  key: string | undefined
  /** ISO 8601. */
  now: string
}

export type BackupOutcome = { snapshot: Snapshot } | { error: string }

const WORKER = fileURLToPath(new URL('backup-worker.ts', import.meta.url))
const ERROR_MAX = 300

/** Makes a backup in a process of its own with a low priority: encryption would take the server's time. */
export const runBackupTask = (task: BackupTask, stopping?: AbortSignal): Promise<BackupOutcome> => {
  const child = fork(WORKER, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const stop = () => void child.kill('SIGKILL')
  stopping?.addEventListener('abort', stop)
  return new Promise<BackupOutcome>((resolve) => {
    let received: BackupOutcome = { error: 'The process of the backup ended early.' }
    child.once('spawn', () => {
      lowerPriority(child.pid)
      child.send(task)
    })
    child.once('message', (message) => (received = message as BackupOutcome))
    child.once('error', (error) => resolve({ error: errorText(error) }))
    child.once('exit', () => resolve(received))
  }).finally(() => stopping?.removeEventListener('abort', stop))
}

/** The first line of an error, for administrators. */
export const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, ERROR_MAX) ?? ''
