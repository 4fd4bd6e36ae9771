import { constants } from 'node:fs'
import { type FileHandle, open, readdir, realpath } from 'node:fs/promises'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { isLeftover } from '#server/formats/leftover.ts'
import { type LeftOut, SourceError } from './import-source.ts'

const MAX_DEPTH = 50
const LINK = 'This is a link, and links are not followed.'
const SPECIAL = 'This is no file but a device, a pipe or a socket.'
const OUTSIDE = 'The path leads out of the folder.'

/** Opens a file below a folder for reading. Throws `SourceError` for a link, for what is no file and for a path out of it. */
export const openInside = async (root: string, path: string): Promise<FileHandle> => {
  const full = normalize(join(root, path))
  if (path.includes('\0') || !full.startsWith(root.endsWith(sep) ? root : root + sep)) throw new SourceError(OUTSIDE)
  try {
    // A folder on the way may be a link too.
    if ((await realpath(dirname(full))) !== dirname(full)) throw new SourceError(LINK)
    // A pipe that nobody writes to would never open.
    const handle = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
  } catch (error) {
    throw error instanceof SourceError ? error : new SourceError(reasonOf(error))
  }
  throw new SourceError(SPECIAL)
}

/** Why the system doesn't give a file, in words. */
const reasonOf = (error: unknown): string => {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ELOOP') return LINK
  if (code === 'ENXIO') return SPECIAL
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'There is no such file.'
  return `This cannot be read (${code || String(error)}).`
}

/** All of a small file. Throws `SourceError` for a larger one. */
export const readInside = async (root: string, path: string, maxBytes: number): Promise<Buffer> => {
  await using handle = await openInside(root, path)
  if ((await handle.stat()).size > maxBytes) throw new SourceError(`${path} is larger than ${maxBytes / 1e6} MB.`)
  return handle.readFile()
}

/** All of a small file as text; undefined if there is none. */
export const readText = async (root: string, path: string, maxBytes: number): Promise<string | undefined> => {
  let handle
  try {
    handle = await openInside(root, path)
  } catch (error) {
    if ((error as Error).message === 'There is no such file.') return undefined
    throw new SourceError(`${path}: ${(error as Error).message}`)
  }
  try {
    if ((await handle.stat()).size > maxBytes) throw new SourceError(`${path} is larger than ${maxBytes / 1e6} MB.`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await handle.readFile())
  } catch (error) {
    throw error instanceof SourceError ? error : new SourceError(`${path} is no text in UTF-8. Save it as UTF-8.`)
  } finally {
    await handle.close()
  }
}

/** The paths of all files below a folder, in order, and what is not entered. Hidden files and folders are passed over. */
export const listFiles = async (root: string) => {
  const files: string[] = []
  const refused: LeftOut[] = []
  const enter = async (folder: string, depth: number) => {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      refused.push({ name: relative(root, folder) || '.', reason: reasonOf(error) })
      return []
    })
    entries.sort((one, other) => (one.name < other.name ? -1 : 1))
    for (const entry of entries) {
      if (isLeftover(entry.name)) continue
      const path = join(folder, entry.name)
      const name = relative(root, path)
      if (entry.isFile()) files.push(name)
      else if (entry.isSymbolicLink()) refused.push({ name, reason: LINK })
      else if (!entry.isDirectory()) refused.push({ name, reason: SPECIAL })
      else if (depth === MAX_DEPTH) refused.push({ name, reason: `Folders are entered ${MAX_DEPTH} levels deep.` })
      else await enter(path, depth + 1)
    }
  }
  await enter(root, 1)
  return { files, refused }
}
