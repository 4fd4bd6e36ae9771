import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFolder } from './postgres-cluster.ts'

/** What postmaster.pid says about the postmaster. */
export type Postmaster = { pid: number; socketFolder: string; ready: boolean }

export const HAS_PROC = process.platform === 'linux'

export const pidFile = (dataDir: string) => join(clusterFolder(dataDir), 'postmaster.pid')

/** The running postmaster of this data directory, if there is one. */
export const findPostmaster = async (dataDir: string) => {
  const postmaster = await readPidFile(dataDir)
  return postmaster && (await isRunning(postmaster)) ? postmaster : undefined
}

export const readPidFile = async (dataDir: string): Promise<Postmaster | undefined> => {
  const text = await readFile(pidFile(dataDir), 'utf8').catch(() => '')
  const [pid = '', , , , socketFolder = '', , , status = ''] = text.split('\n')
  return /^\d+$/.test(pid) ? { pid: Number(pid), socketFolder, ready: status.trim() === 'ready' } : undefined
}

/** The pid of a stale file may belong to another process now. Ours has the socket folder in its command line. */
export const isRunning = async ({ pid, socketFolder }: Postmaster) => {
  if (!HAS_PROC) return isProcess(pid)
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  // PostgreSQL writes the socket folder a moment after the pid, so it may still be empty.
  return command.includes(`unix_socket_directories=${socketFolder && `${socketFolder}\0`}`)
}

export const isProcess = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
