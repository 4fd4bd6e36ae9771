import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { confinedCommand } from '#server/platform/sandbox/confinement.ts'
import { SourceError } from './import-source.ts'

const WORKER = fileURLToPath(new URL('./zip-worker.ts', import.meta.url))
const HEAP_MB = 256
const MAX_ENTRIES = 100_000
const MAX_BYTES = 50_000_000_000
/** The disk space that an import leaves free. */
const MIN_FREE_BYTES = 1_000_000_000
const MAX_HEADER_BYTES = 10_000
const NEWLINE = 10

interface Limits {
  maxEntries?: number
  maxBytes?: number
}

/**
 * Unpacks an archive to a new folder, which is there whole or not at all. A confined process reads the archive; this one
 * writes its files. Throws `SourceError` with what is wrong with it.
 */
export const unpackZip = async (
  archive: string,
  folder: string,
  { maxEntries = MAX_ENTRIES, maxBytes = MAX_BYTES }: Limits = {},
): Promise<void> => {
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true })
  try {
    const { bavail, bsize } = await statfs(part)
    const most = Math.max(0, Math.min(maxBytes, bavail * bsize - MIN_FREE_BYTES))
    await using handle = await open(archive, constants.O_RDONLY | constants.O_NOFOLLOW)
    await unpackInto(part, handle, [maxEntries, most])
    await rename(part, folder)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

const unpackInto = async (folder: string, archive: FileHandle, limits: number[]) => {
  const command = confinedCommand({ program: WORKER, heapMb: HEAP_MB, args: limits })
  const stdio = [archive.fd, 'pipe', 'pipe'] as const
  const child = spawn(...command, { env: {}, cwd: '/', stdio: [...stdio] }) as ChildProcessByStdio<
    null,
    Readable,
    Readable
  >
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null)).on('close', resolve)
  })
  const said = text(child.stderr)
  try {
    await writeFiles(folder, child.stdout)
  } catch (error) {
    // What the process says of the archive is why its output broke off.
    if (!(error instanceof BrokenOffError)) throw error
  } finally {
    child.stdout.destroy()
    if (child.exitCode === null) child.kill('SIGKILL')
  }
  if ((await ended) !== 0) throw new SourceError(`The archive cannot be unpacked. ${(await said).slice(0, 500)}`.trim())
}

class BrokenOffError extends Error {}

/** Writes the files that the process prints. Its names are not trusted. */
const writeFiles = async (folder: string, output: AsyncIterable<Buffer>) => {
  let head = Buffer.alloc(0)
  let file: { handle: FileHandle; left: number } | undefined
  const finish = async () => {
    await file?.handle.close()
    file = undefined
  }
  try {
    for await (const chunk of output) {
      let rest = chunk
      while (rest.length > 0 || file?.left === 0) {
        if (file) {
          const piece = rest.subarray(0, file.left)
          if (piece.length > 0) await file.handle.writeFile(piece)
          file.left -= piece.length
          rest = rest.subarray(piece.length)
          if (file.left === 0) await finish()
          continue
        }
        const end = rest.indexOf(NEWLINE)
        head = Buffer.concat([head, end < 0 ? rest : rest.subarray(0, end)])
        if (head.length > MAX_HEADER_BYTES) throw new BrokenOffError()
        rest = end < 0 ? rest.subarray(rest.length) : rest.subarray(end + 1)
        if (end < 0) continue
        file = await openFile(folder, JSON.parse(head.toString()) as { name: string; size: number })
        head = Buffer.alloc(0)
      }
    }
    if (file) throw new BrokenOffError()
  } finally {
    await finish()
  }
}

const openFile = async (folder: string, { name, size }: { name: string; size: number }) => {
  const path = join(folder, name)
  if (!path.startsWith(`${folder}/`) || name.includes('\0')) throw new BrokenOffError()
  await mkdir(dirname(path), { recursive: true })
  return { handle: await open(path, 'wx', 0o600), left: size }
}
