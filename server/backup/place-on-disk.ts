import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type Dirent } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type BackupPlace, type Content, type Digest, isBackupPath } from './place.ts'

/** What the name of a file ends with while it is written. */
export const DRAFT = '.part'

/** A folder of this machine, which is made if it does not exist. */
export const placeOnDisk = (folder: string): BackupPlace => {
  const pathOf = (path: string) => {
    if (!isBackupPath(path)) throw new Error(`${path} is not a path of a backup.`)
    return join(folder, path)
  }
  return {
    name: folder,
    write: async (path, content) => {
      const to = pathOf(path)
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      const draft = to + DRAFT
      const { digest, digested } = digesting(content)
      try {
        await pipeline(digested, createWriteStream(draft, { mode: 0o600, flush: true }))
        await rename(draft, to)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      return digest()
    },
    read: (path) => createReadStream(pathOf(path)),
    list: (below) => listBelow(folder, below),
    remove: async (path) => {
      await rm(pathOf(path), { force: true })
      await removeEmpty(folder, dirname(path))
    },
  }
}

/** The same content, and a function that returns its digest when it has ended. */
export const digesting = (content: Content): { digested: () => AsyncGenerator<Uint8Array>; digest: () => Digest } => {
  const hash = createHash('sha256')
  let bytes = 0
  const digested = async function* () {
    for await (const part of content) {
      const chunk = typeof part === 'string' ? Buffer.from(part) : part
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  return { digested, digest: () => ({ sha256: hash.digest('hex'), bytes }) }
}

async function* listBelow(folder: string, below: string) {
  const top = join(folder, below)
  const entries = await readdir(top, { recursive: true, withFileTypes: true }).catch(noneIfMissing)
  for (const entry of entries) {
    if (entry.isDirectory()) continue
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')
    // A link could lead to a file outside of the backup, which would then be restored into the site.
    if (!entry.isFile()) throw new Error(`${path} in ${folder} is not a plain file.`)
    const found = await stat(join(folder, path)).catch(() => undefined)
    if (found) yield { path, bytes: found.size }
  }
}

const noneIfMissing = (error: NodeJS.ErrnoException): Dirent[] => {
  if (error.code !== 'ENOENT') throw error
  return []
}

/** Removes a folder, and those above it, while they are empty. */
const removeEmpty = async (folder: string, path: string): Promise<void> => {
  if (path === '.') return
  const isRemoved = await rmdir(join(folder, path)).then(
    () => true,
    () => false,
  )
  if (isRemoved) await removeEmpty(folder, dirname(path))
}
