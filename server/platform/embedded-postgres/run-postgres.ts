import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Cluster } from './postgres-cluster.ts'

type Program = Pick<Cluster, 'binaries' | 'folder' | 'account' | 'launched'>
type Output = { stdio: ('ignore' | 'pipe' | number)[]; detached: boolean }

const DESCRIPTOR = 3

/**
 * Starts one of PostgreSQL's programs on the cluster's folder. As root the folder is opened here and handed over as a
 * descriptor, which reaches past parents that are closed to the program's own user.
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
    cluster.launched?.()
    return child
  } finally {
    await folder?.close()
  }
}

/** Runs a program to its end, with the open file `input` as what it is told. */
export const runPostgres = async (cluster: Program, program: string, args: string[], input: number) => {
  const child = await spawnPostgres(cluster, program, args, { stdio: [input, 'pipe', 'pipe'], detached: false })
  const [said, complained, code] = await Promise.all([read(child.stdout), read(child.stderr), exitCode(child)])
  return { code, output: said + complained }
}

const read = (stream: ChildProcess['stdout']) => (stream ? text(stream) : '')

const exitCode = async (child: ChildProcess) => {
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}
