import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFolder } from './postgres-cluster.ts'

/** What PostgreSQL writes down about its first process in postmaster.pid. */
export type Postmaster = { pid: number; socketFolder: string; ready: boolean }

export const HAS_PROC = process.platform === 'linux'

export const pidFile = (dataDir: string) => join(clusterFolder(dataDir), 'postmaster.pid')

/** The living postmaster of this data folder, if there is one. */
export const findPostmaster = async (dataDir: string) => {
  const written = await readPidFile(dataDir)
  return written && (await isAlive(written)) ? written : undefined
}

export const readPidFile = async (dataDir: string): Promise<Postmaster | undefined> => {
  const text = await readFile(pidFile(dataDir), 'utf8').catch(() => '')
  const [pid = '', , , , socketFolder = '', , , status = ''] = text.split('\n')
  return /^\d+$/.test(pid) ? { pid: Number(pid), socketFolder, ready: status.trim() === 'ready' } : undefined
}

/** A number in a file may have become another process: ours has its socket folder among its arguments. */
export const isAlive = async ({ pid, socketFolder }: Postmaster) => {
  if (!HAS_PROC) return isProcess(pid)
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  // The folder is written a moment after the number.
  return command.includes(`unix_socket_directories=${socketFolder && `${socketFolder}\0`}`)
}

export const isProcess = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
