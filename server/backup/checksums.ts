import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** In the format of `sha256sum --check`. */
const LIST = 'SHA256SUMS'
const LINE = /^([\da-f]{64}) {2}(.+)$/

type Content = AsyncIterable<string | Uint8Array> | Iterable<string>

/** Writes or overwrites a file in `folder` and returns the SHA-256 of its content in hex. */
export const writeWithChecksum = async (folder: string, path: string, content: Content): Promise<string> => {
  const to = join(folder, path)
  await mkdir(dirname(to), { recursive: true })
  const hash = createHash('sha256')
  const hashed = async function* () {
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(hashed, createWriteStream(to, { mode: 0o600 }))
  return hash.digest('hex')
}

/** Writes the list of checksums, which completes a backup. */
export const writeChecksums = async (folder: string, sums: ReadonlyMap<string, string>): Promise<void> => {
  const lines = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, sum]) => `${sum}  ${path}\n`)
  const temporary = join(folder, `${LIST}.part`)
  await writeFile(temporary, lines.join(''), { mode: 0o600, flush: true })
  await rename(temporary, join(folder, LIST))
}

/** The paths of all files in `folder`; throws if one is damaged, missing, a link or not in the list. */
export const verifyChecksums = async (folder: string): Promise<string[]> => {
  const paths = await listPaths(folder)
  const sums = await readChecksums(folder)
  for (const path of paths) if (!sums.has(path)) throw new Error(`${path} is in ${folder}, but not in its ${LIST}.`)
  for (const [path, sum] of sums)
    if ((await checksumOf(join(folder, path))) !== sum) throw new Error(`${path} in ${folder} is damaged or missing.`)
  return [...sums.keys()]
}

const readChecksums = async (folder: string) => {
  const text = await readFile(join(folder, LIST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error(`${folder} has no ${LIST}: it is not a backup, or the backup was interrupted.`)
  })
  const sums = new Map<string, string>()
  for (const line of text.split('\n').slice(0, -1)) {
    const [, sum, path] = LINE.exec(line) ?? []
    if (!sum || !path) throw new Error(`${LIST} in ${folder} is damaged.`)
    sums.set(path, sum)
  }
  return sums
}

const listPaths = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pathOf = ({ parentPath, name }: (typeof entries)[number]) =>
    relative(folder, join(parentPath, name)).split(sep).join('/')
  const others = entries.filter((entry) => !entry.isDirectory())
  // A link could lead to a file outside of the backup, which would then be restored into the site.
  const link = others.find((entry) => !entry.isFile())
  if (link) throw new Error(`${pathOf(link)} in ${folder} is not a plain file.`)
  return others.map(pathOf).filter((path) => path !== LIST)
}

const checksumOf = async (path: string) => {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
