import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Cluster } from './postgres-cluster.ts'

type Program = Pick<Cluster, 'binaries' | 'folder' | 'account' | 'onLaunch'>
type Output = { stdio: ('ignore' | 'pipe' | number)[]; detached: boolean }

const DESCRIPTOR = 3

/**
 * Spawns one of PostgreSQL's programs on the cluster's folder. As root, the folder is passed as an open descriptor, so
 * the program's own user needs no access to its parent folders.
 */
export const spawnPostgres = async (cluster: Program, program: string, args: string[], output: Output) => {
  const byDescriptor = cluster.account !== undefined && process.platform === 'linux'
  const folder = byDescriptor ? await open(cluster.folder) : undefined
  try {
    const child = spawn(
      join(cluster.binaries, 'bin', program),
      ['-D', folder ? `/proc/self/fd/${DESCRIPTOR}` : cluster.folder, ...args],
      {
        ...cluster.account,
        cwd: '/',
        env: { PATH: '/usr/bin:/bin', TZ: 'UTC' },
        detached: output.detached,
        stdio: folder ? [...output.stdio, folder.fd] : output.stdio,
      },
    )
    await once(child, 'spawn')
    cluster.onLaunch?.()
    return child
  } finally {
    await folder?.close()
  }
}

/** Runs a program until it exits, with the open file `input` as its standard input. */
export const runPostgres = async (cluster: Program, program: string, args: string[], input: number) => {
  const child = await spawnPostgres(cluster, program, args, { stdio: [input, 'pipe', 'pipe'], detached: false })
  const [stdout, stderr, code] = await Promise.all([read(child.stdout), read(child.stderr), exitCode(child)])
  return { code, output: stdout + stderr }
}

const read = (stream: ChildProcess['stdout']) => (stream ? text(stream) : '')

const exitCode = async (child: ChildProcess) => {
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}
